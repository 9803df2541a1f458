// Stands in for the six identity providers: their pages, their token and user endpoints, and their keys.
import type { FastifyPluginAsync } from 'fastify'
import { listenForSignIns } from './api-server.ts'
import { Codes, decide, readRequest, type Callback, type Decision } from './authorization.ts'
import { companies } from './companies.ts'
import { providers, type Provider } from './providers.ts'
import { openConsents } from './consents.ts'
import { APPLE_KEY, APPLE_TEAM, openProviderKeys } from './keys.ts'
import type { Mood } from './moods.ts'
import { people, type Person } from './people.ts'
import { signInRoutes } from './routes.ts'
import { AccessTokens, issueTokens, readUser } from './tokens.ts'

export type { Callback, Decision } from './authorization.ts'

/** What the product has to know about a provider. */
export type IdentityProviderSettings = {
  clientId: string
  /** For Apple, the private key. */
  clientSecret: string
  teamId?: string
  keyId?: string
  addresses: { authorize: string; token: string; user: string; keys: string }
}

export type IdentityProviders = {
  settings: Record<Provider, IdentityProviderSettings>
  /** Does what a person does on the provider's page at this address. */
  decide(authorizeUrl: string, decision: Decision): Promise<Callback>
  /** The made-up people in the list. */
  people: readonly Person[]
  /** Changes how a provider's servers behave. */
  setMood(provider: Provider, mood: Mood): void
  routes: FastifyPluginAsync
  close(): Promise<void>
}

/** What the product has to request from the user endpoints. */
const userQueries: Partial<Record<Provider, string>> = {
  x: '?user.fields=confirmed_email',
  tiktok: '?fields=open_id,avatar_url,display_name',
}

type Opening = { folder: string; publicUrl: string; now: () => Date }

/** Opens the providers. Their keys, and who has signed in before, are stored in the folder. */
export async function openIdentityProviders({ folder, publicUrl, now }: Opening): Promise<IdentityProviders> {
  const keys = await openProviderKeys(folder)
  const consents = await openConsents(folder, now)
  const codes = new Codes(now)
  const accessTokens = new AccessTokens(now)
  const moods = new Map<Provider, Mood>()
  const moodOf = (provider: Provider) => moods.get(provider) ?? 'normal'
  const setMood = (provider: Provider, mood: Mood) => void moods.set(provider, mood)
  const issuing = { keys, codes, accessTokens, now }
  const api = await listenForSignIns({
    moodOf,
    token: (provider, call) => issueTokens(issuing, { provider, mood: moodOf(provider), call }),
    user: (provider, call) => readUser(accessTokens, provider, call),
    // Providers without id tokens have no keys.
    keys: async (provider) =>
      companies[provider].claims
        ? { status: 200, body: { keys: [(await keys.signingKey()).publicJwk] } }
        : { status: 404, body: { message: 'Not found' } },
  })
  const read = (provider: Provider, query: URLSearchParams) =>
    readRequest(provider, query, {
      clientId: keys.clients[provider].clientId,
      redirectUri: `${publicUrl}/student/sign-in/${provider}/callback`,
    })
  const deciding = { codes, noteConsent: (provider: Provider, person: Person) => consents.note(provider, person) }
  const toSettings = (provider: Provider): IdentityProviderSettings => ({
    ...keys.clients[provider],
    ...(provider === 'apple' ? { teamId: APPLE_TEAM, keyId: APPLE_KEY } : {}),
    addresses: {
      authorize: `${publicUrl}/sandbox/sign-in/${provider}/authorize`,
      token: `${api.url}/${provider}/token`,
      user: `${api.url}/${provider}/user${userQueries[provider] ?? ''}`,
      keys: `${api.url}/${provider}/keys`,
    },
  })
  return {
    settings: Object.fromEntries(providers.map((provider) => [provider, toSettings(provider)])) as Record<
      Provider,
      IdentityProviderSettings
    >,
    people,
    async decide(authorizeUrl, decision) {
      const { pathname, searchParams } = new URL(authorizeUrl)
      const provider = providers.find((one) => pathname === `/sandbox/sign-in/${one}/authorize`)
      if (provider === undefined) throw new Error(`${pathname} is no page of a provider`)
      return decide(deciding, read(provider, searchParams), decision)
    },
    setMood,
    routes: signInRoutes({
      read,
      decide: (request, decision) => decide(deciding, request, decision),
      moodOf,
      setMood,
      consents,
    }),
    close: () => api.close(),
  }
}
