// How the six providers differ: URLs, parameters, how the client authenticates, and where the identity is.
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'
import { importPKCS8, SignJWT } from 'jose'
import { ClientSecretPost, type ClientAuth } from 'oauth4webapi'
import {
  readMicrosoftClaims,
  readOpenIdClaims,
  readPinterestReply,
  readTikTokReply,
  readXReply,
  type Identity,
} from './identity.ts'

/** The URLs of a provider: the page it shows, and the endpoints that the server calls. */
type ProviderAddresses = { authorize: string; token: string; user: string; keys: string }

export type ProviderSettings = {
  /** TikTok calls it the client key, Apple the Services ID. */
  clientId: string
  /** For Apple, the private key (PKCS#8, PEM) that signs the secret. */
  clientSecret: string
  /** Apple only. */
  teamId?: string | undefined
  keyId?: string | undefined
  /** Microsoft only: whose accounts may sign in. */
  tenant?: string | undefined
  /** Replaces the provider's own URLs with the sandbox's. */
  addresses?: ProviderAddresses | undefined
}

export type Adapter = {
  addresses(settings: ProviderSettings): ProviderAddresses
  /** Parameters of the provider's page in addition to those that all providers have. */
  parameters(settings: ProviderSettings): Record<string, string>
  usesPkce?: true
  usesNonce?: true
  /** Authenticates us at the token endpoint. `now` is in seconds. */
  authenticate(settings: ProviderSettings, now: number): ClientAuth
  /** Where the identity is: in an issuer's id token, or in the user endpoint's reply. */
  identity:
    | { from: 'id-token'; issuer: IssuerRule; read(claims: unknown): Identity }
    | { from: 'user'; read(reply: unknown): Identity }
  /** Whether the token endpoint reports errors with the status 200. */
  hidesErrors?: true
}

/** The only issuer, or a rule that returns the issuer for a tenant, which the id token itself names. */
type IssuerRule = string | ((tenant: string) => string)

/**
 * Sends the secret unencoded. The library's own method first encodes '-' and '_', as RFC 6749 requires, which Pinterest and X do
 * not decode.
 */
const basicAuth =
  ({ clientId, clientSecret }: ProviderSettings): ClientAuth =>
  (_server, _client, _body, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`)

const secretInBody = ({ clientSecret }: ProviderSettings): ClientAuth => ClientSecretPost(clientSecret)

const APPLE_ISSUER = 'https://appleid.apple.com'
/** Apple accepts up to six months. A new one is made for each call. */
const APPLE_SECRET_S = 300

/** Apple's client secret is a short-lived token, signed with the developer account's key. */
const appleSecret =
  (settings: ProviderSettings, now: number): ClientAuth =>
  async (_server, _client, body) => {
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: settings.keyId ?? '' })
      .setIssuer(settings.teamId ?? '')
      .setSubject(settings.clientId)
      .setAudience(APPLE_ISSUER)
      .setIssuedAt(now)
      .setExpirationTime(now + APPLE_SECRET_S)
      .sign(await importPKCS8(settings.clientSecret, 'ES256'))
    body.set('client_id', settings.clientId)
    body.set('client_secret', secret)
  }

const clientId = (settings: ProviderSettings) => ({ client_id: settings.clientId })
const microsoft = 'https://login.microsoftonline.com'

/** The adapters, written from the providers' own documentation. */
export const adapters: Record<IdentityProvider, Adapter> = {
  microsoft: {
    addresses: ({ tenant = 'common' }) => ({
      authorize: `${microsoft}/${tenant}/oauth2/v2.0/authorize`,
      token: `${microsoft}/${tenant}/oauth2/v2.0/token`,
      keys: `${microsoft}/${tenant}/discovery/v2.0/keys`,
      user: '',
    }),
    parameters: (settings) => ({ ...clientId(settings), scope: 'openid profile email', prompt: 'select_account' }),
    usesPkce: true,
    usesNonce: true,
    authenticate: secretInBody,
    identity: { from: 'id-token', issuer: (tenant) => `${microsoft}/${tenant}/v2.0`, read: readMicrosoftClaims },
  },
  linkedin: {
    addresses: () => ({
      authorize: 'https://www.linkedin.com/oauth/v2/authorization',
      token: 'https://www.linkedin.com/oauth/v2/accessToken',
      keys: 'https://www.linkedin.com/oauth/openid/jwks',
      user: '',
    }),
    parameters: (settings) => ({ ...clientId(settings), scope: 'openid profile email' }),
    authenticate: secretInBody,
    identity: { from: 'id-token', issuer: 'https://www.linkedin.com/oauth', read: readOpenIdClaims },
  },
  pinterest: {
    addresses: () => ({
      authorize: 'https://www.pinterest.com/oauth/',
      token: 'https://api.pinterest.com/v5/oauth/token',
      user: 'https://api.pinterest.com/v5/user_account',
      keys: '',
    }),
    parameters: (settings) => ({ ...clientId(settings), scope: 'user_accounts:read' }),
    authenticate: basicAuth,
    identity: { from: 'user', read: readPinterestReply },
  },
  x: {
    addresses: () => ({
      authorize: 'https://x.com/i/oauth2/authorize',
      token: 'https://api.x.com/2/oauth2/token',
      user: 'https://api.x.com/2/users/me?user.fields=confirmed_email',
      keys: '',
    }),
    // The user endpoint also requires `tweet.read`, although no post is read.
    parameters: (settings) => ({ ...clientId(settings), scope: 'users.read users.email tweet.read' }),
    usesPkce: true,
    authenticate: basicAuth,
    identity: { from: 'user', read: readXReply },
  },
  tiktok: {
    addresses: () => ({
      authorize: 'https://www.tiktok.com/v2/auth/authorize/',
      token: 'https://open.tiktokapis.com/v2/oauth/token/',
      user: 'https://open.tiktokapis.com/v2/user/info/?fields=open_id,display_name',
      keys: '',
    }),
    parameters: (settings) => ({ client_key: settings.clientId, scope: 'user.info.basic' }),
    authenticate: (settings) => (_server, _client, body) => {
      body.set('client_key', settings.clientId)
      body.set('client_secret', settings.clientSecret)
    },
    identity: { from: 'user', read: readTikTokReply },
    hidesErrors: true,
  },
  apple: {
    addresses: () => ({
      authorize: `${APPLE_ISSUER}/auth/authorize`,
      token: `${APPLE_ISSUER}/auth/token`,
      keys: `${APPLE_ISSUER}/auth/keys`,
      user: '',
    }),
    // Apple refuses scopes without `form_post`.
    parameters: (settings) => ({ ...clientId(settings), scope: 'name email', response_mode: 'form_post' }),
    usesNonce: true,
    authenticate: appleSecret,
    identity: { from: 'id-token', issuer: APPLE_ISSUER, read: readOpenIdClaims },
  },
}
