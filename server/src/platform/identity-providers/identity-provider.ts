// The client of one identity provider: builds the URL of its page, and exchanges its code for an identity. Tokens only live as long
// as the exchange.
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'
import * as oauth from 'oauth4webapi'
import type { Clock } from '../clock.ts'
import { readUpTo } from '../http/read-up-to.ts'
import { adapters, type Adapter, type ProviderSettings } from './adapters.ts'
import type { Identity } from './identity.ts'

/** The secrets of a sign-in in progress, which only the server knows. */
type SignInSecrets = { state: string; nonce: string; codeVerifier: string }

export type ProviderClient = {
  /** Returns the URL of the provider's page. */
  createUrl(secrets: SignInSecrets): Promise<string>
  /**
   * Exchanges the parameters of a callback for the identity.
   * Throws SignInDeniedError, ProviderUnavailableError, or another error if the provider's reply cannot be trusted.
   */
  exchange(parameters: CallbackParameters, secrets: SignInSecrets): Promise<Identity>
}

/** The parameters of a callback that we read. */
export type CallbackParameters = {
  code?: string | undefined
  state?: string | undefined
  error?: string | undefined
  iss?: string | undefined
  /** Apple sends the name with the callback, not with the identity. */
  name?: string | null | undefined
}

/** The person declined at the provider. */
export class SignInDeniedError extends Error {}

/** The provider does not reply, or says that it is currently unavailable. */
export class ProviderUnavailableError extends Error {}

/** For one exchange, which makes up to two calls. The person is looking at an empty page in the meantime. */
const EXCHANGE_TIMEOUT_MS = 8_000
const MAX_REPLY_BYTES = 256 * 1_024

/** How providers say that the person declined; the last two are LinkedIn's and Apple's. */
const denials = new Set(['access_denied', 'consent_required', 'user_cancelled_login', 'user_cancelled_authorize'])
const outages = new Set(['server_error', 'temporarily_unavailable'])

type Opening = {
  name: IdentityProvider
  settings: ProviderSettings
  /** The URL that is registered with the provider. */
  redirectUri: string
  clock: Pick<Clock, 'now'>
}

/** Opens the client of a provider, or of the sandbox, which speaks the same protocol at other URLs. */
export function openIdentityProvider({ name, settings, redirectUri, clock }: Opening): ProviderClient {
  const adapter = adapters[name]
  const addresses = settings.addresses ?? adapter.addresses(settings)
  const client = { adapter, settings, addresses, redirectUri, clock, keyCache: {} }
  return {
    createUrl: (secrets) => createUrl(client, secrets),
    exchange: (parameters, secrets) => exchange(client, parameters, secrets),
  }
}

type Client = Omit<Opening, 'name'> & {
  adapter: Adapter
  addresses: ReturnType<Adapter['addresses']>
  /** The provider's keys, cached for five minutes. */
  keyCache: oauth.JWKSCacheInput
}

async function createUrl({ adapter, settings, addresses, redirectUri }: Client, secrets: SignInSecrets) {
  const url = new URL(addresses.authorize)
  const parameters = {
    ...adapter.parameters(settings),
    response_type: 'code',
    redirect_uri: redirectUri,
    state: secrets.state,
    ...(adapter.usesNonce ? { nonce: secrets.nonce } : {}),
    ...(adapter.usesPkce
      ? {
          code_challenge: await oauth.calculatePKCECodeChallenge(secrets.codeVerifier),
          code_challenge_method: 'S256',
        }
      : {}),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

type FetchReply = (url: string, init: object) => Promise<Response>

type Exchange = {
  server: oauth.AuthorizationServer
  client: oauth.Client
  options: { signal: AbortSignal; [oauth.customFetch]: FetchReply; [oauth.allowInsecureRequests]: boolean }
}

async function exchange(client: Client, parameters: CallbackParameters, secrets: SignInSecrets): Promise<Identity> {
  const { adapter, settings, redirectUri, clock } = client
  const context = openExchange(client)
  const accepted = acceptCallback(context, { adapter, callback: parameters, state: secrets.state })
  const response = await oauth.authorizationCodeGrantRequest(
    context.server,
    context.client,
    adapter.authenticate(settings, Math.floor(clock.now().getTime() / 1_000)),
    accepted,
    redirectUri,
    adapter.usesPkce ? secrets.codeVerifier : oauth.nopkce,
    context.options,
  )
  const identity = await (adapter.identity.from === 'id-token'
    ? readIdToken(client, context, { response, rule: adapter.identity, nonce: secrets.nonce })
    : readUser(client, context, { response, rule: adapter.identity }))
  return { ...identity, name: parameters.name ?? identity.name }
}

function openExchange({ adapter, settings, addresses, clock }: Client): Exchange {
  const { token: tokenUrl, keys } = addresses
  return {
    server: {
      // The library requires one. It is only compared if the provider has a fixed one.
      issuer: findFixedIssuer(adapter) ?? new URL(addresses.authorize).origin,
      token_endpoint: tokenUrl,
      ...(keys ? { jwks_uri: keys } : {}),
    },
    client: {
      client_id: settings.clientId,
      id_token_signed_response_alg: 'RS256',
      // The library reads the machine's clock; ours is the database's.
      [oauth.clockSkew]: Math.round((clock.now().getTime() - Date.now()) / 1_000),
    },
    options: {
      signal: AbortSignal.timeout(EXCHANGE_TIMEOUT_MS),
      [oauth.customFetch]: createFetch(adapter),
      // Only the sandbox has URLs without https.
      [oauth.allowInsecureRequests]: settings.addresses !== undefined,
    },
  }
}

/** Returns the issuer of a provider that uses the same one in all callbacks and id tokens. */
function findFixedIssuer({ identity }: Adapter): string | undefined {
  return identity.from === 'id-token' && typeof identity.issuer === 'string' ? identity.issuer : undefined
}

/** Checks the state, and also the issuer if the callback names one and the provider's is fixed. */
function acceptCallback(
  { server, client }: Exchange,
  { adapter, callback, state: expectedState }: { adapter: Adapter; callback: CallbackParameters; state: string },
) {
  const { code, state, error: refusal, iss } = callback
  const values = { code, state, error: refusal, ...(findFixedIssuer(adapter) === undefined ? {} : { iss }) }
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  try {
    return oauth.validateAuthResponse(server, client, new URLSearchParams(given), expectedState)
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) refuseByCode(error.error, error)
    throw error
  }
}

function refuseByCode(code: string, cause: Error): void {
  if (denials.has(code)) throw new SignInDeniedError(code, { cause })
  if (outages.has(code)) throw new ProviderUnavailableError(code, { cause })
}

/** Makes the calls of an exchange. Throws ProviderUnavailableError if there is no reply, or the status is 429 or 5xx. */
function createFetch({ hidesErrors }: Adapter): FetchReply {
  return async (url, init) => {
    try {
      const response = await fetch(url, { ...init, redirect: 'error' })
      const text = await readUpTo(response, MAX_REPLY_BYTES)
      if (response.status >= 500 || response.status === 429)
        throw new ProviderUnavailableError(`the provider replied ${response.status}`)
      const status = hidesErrors && /^\s*\{\s*"error":\s*"[^"]/.test(text) ? 400 : response.status
      return new Response(text, { status, headers: response.headers })
    } catch (cause) {
      if (cause instanceof ProviderUnavailableError) throw cause
      throw new ProviderUnavailableError('the provider did not reply', { cause })
    }
  }
}

type TokenReply<From> = { response: Response; rule: Extract<Adapter['identity'], { from: From }> }

async function readTokens(
  { server, client }: Exchange,
  response: Response,
  options: oauth.ProcessAuthorizationCodeResponseOptions,
): Promise<oauth.TokenEndpointResponse> {
  try {
    return await oauth.processAuthorizationCodeResponse(server, client, response, options)
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) refuseByCode(error.error, error)
    throw error
  }
}

/** Checks an id token's signature, algorithm, issuer, audience, nonce and times, and reads its claims. */
async function readIdToken(
  { adapter, settings, keyCache }: Client,
  exchange: Exchange,
  { response, rule, nonce }: TokenReply<'id-token'> & { nonce: string },
): Promise<Identity> {
  const server = { ...exchange.server, issuer: await findIssuer(rule.issuer, settings, response) }
  const expectedNonce = adapter.usesNonce ? nonce : oauth.expectNoNonce
  const tokens = await readTokens({ ...exchange, server }, response, { expectedNonce, requireIdToken: true })
  await oauth.validateApplicationLevelSignature(server, response, { ...exchange.options, [oauth.jwksCache]: keyCache })
  return rule.read(oauth.getValidatedIdTokenClaims(tokens))
}

/** Matches the group names that Microsoft's pages accept as tenants although no account belongs to them. */
const tenantGroups = /^(common|organizations|consumers)$/

/**
 * Returns the issuer that an id token must have. Microsoft's issuer contains the person's tenant, which is also a claim in the
 * token. Both have to match, and also match the tenant in the settings if that is a single one.
 */
async function findIssuer(
  issuer: Extract<Adapter['identity'], { from: 'id-token' }>['issuer'],
  { tenant = 'common' }: ProviderSettings,
  response: Response,
): Promise<string> {
  if (typeof issuer === 'string') return issuer
  if (!tenantGroups.test(tenant)) return issuer(tenant)
  return issuer(readTenant(await response.clone().text()))
}

/** Reads the tenant from an id token that is not verified yet; '' if there is none. */
function readTenant(reply: string): string {
  try {
    const { id_token: token } = JSON.parse(reply) as { id_token: string }
    const { tid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { tid: string }
    return /^[0-9a-f-]{36}$/i.test(tid) ? tid : ''
  } catch {
    return ''
  }
}

async function readUser(
  { addresses }: Client,
  exchange: Exchange,
  { response, rule }: TokenReply<'user'>,
): Promise<Identity> {
  const tokens = await readTokens(exchange, response, {})
  const reply = await oauth.protectedResourceRequest(
    tokens.access_token,
    'GET',
    new URL(addresses.user),
    undefined,
    undefined,
    exchange.options,
  )
  if (!reply.ok) throw new Error(`the user endpoint replied ${reply.status}`)
  return rule.read(await reply.json())
}
