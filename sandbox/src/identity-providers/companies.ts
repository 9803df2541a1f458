// In what the six providers differ, as their own documents describe it.
import { guidOf, subjectOf, type Person } from './people.ts'
import type { Provider } from './providers.ts'

export type Company = {
  name: string
  /** The name of the parameter that holds the client's id. */
  clientParameter: 'client_id' | 'client_key'
  /** All of them have to be asked for. */
  scopes: readonly string[]
  scopeSeparator: ' ' | ','
  /** How the client proves itself at the token endpoint. */
  clientAuth: 'body' | 'basic' | 'signed'
  needsPkce?: true
  /** Apple refuses scopes unless the reply is sent as a form. */
  needsFormPost?: true
  keepsNonce?: true
  /** How the provider says that the person did not agree. */
  denial: string
  /** The claims of the id token, besides those that every token has. */
  claims?: (person: Person) => Record<string, unknown>
  issuer?: string
  /** The reply of the user endpoint. */
  user?: (person: Person, query: URLSearchParams) => object
  /** Whether errors of the token endpoint have the status 200. */
  hidesErrors?: true
}

/** The tenant of everybody who is in no tenant of an organisation. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'

const digits = (provider: Provider, person: Person) => String(subjectOf(provider, person).readUIntBE(0, 6))

export const companies: Record<Provider, Company> = {
  microsoft: {
    name: 'Microsoft',
    clientParameter: 'client_id',
    scopes: ['openid', 'profile', 'email'],
    scopeSeparator: ' ',
    clientAuth: 'body',
    keepsNonce: true,
    denial: 'access_denied',
    issuer: `https://login.microsoftonline.com/${PERSONAL_TENANT}/v2.0`,
    claims: (person) => ({
      ver: '2.0',
      tid: PERSONAL_TENANT,
      oid: guidOf('microsoft', person),
      sub: subjectOf('microsoft', person, 32).toString('base64url'),
      name: person.name,
      preferred_username: person.email ?? 'nobody@mail.example',
      ...(person.email ? { email: person.email } : {}),
    }),
  },
  linkedin: {
    name: 'LinkedIn',
    clientParameter: 'client_id',
    scopes: ['openid', 'profile', 'email'],
    scopeSeparator: ' ',
    clientAuth: 'body',
    denial: 'user_cancelled_authorize',
    issuer: 'https://www.linkedin.com/oauth',
    claims: (person) => ({
      sub: subjectOf('linkedin', person, 8).toString('base64url'),
      name: person.name,
      locale: 'en_US',
      ...(person.email ? { email: person.email, email_verified: person.isEmailVerified } : {}),
    }),
  },
  pinterest: {
    name: 'Pinterest',
    clientParameter: 'client_id',
    scopes: ['user_accounts:read'],
    scopeSeparator: ',',
    clientAuth: 'basic',
    denial: 'access_denied',
    user: (person) => ({
      id: digits('pinterest', person),
      username: person.name.toLowerCase().replaceAll(' ', ''),
      account_type: 'PINNER',
      profile_image: 'https://i.pinimg.com/600x600_R/none.jpg',
      follower_count: 3,
    }),
  },
  x: {
    name: 'X',
    clientParameter: 'client_id',
    scopes: ['users.read', 'tweet.read'],
    scopeSeparator: ' ',
    clientAuth: 'basic',
    needsPkce: true,
    denial: 'access_denied',
    user: (person, query) => ({
      data: {
        id: digits('x', person),
        name: person.name,
        username: person.name.toLowerCase().replaceAll(' ', '_'),
        ...(query.get('user.fields') === 'confirmed_email' && person.email && person.isEmailVerified
          ? { confirmed_email: person.email }
          : {}),
      },
    }),
  },
  tiktok: {
    name: 'TikTok',
    clientParameter: 'client_key',
    scopes: ['user.info.basic'],
    scopeSeparator: ',',
    clientAuth: 'body',
    denial: 'access_denied',
    user: (person) => ({
      data: {
        user: {
          open_id: `-000${subjectOf('tiktok', person).toString('base64url')}`,
          avatar_url: 'https://p16.tiktokcdn.com/none.jpeg',
          display_name: person.name,
        },
      },
      error: { code: 'ok', message: '', log_id: '20261123000000' },
    }),
    hidesErrors: true,
  },
  apple: {
    name: 'Apple',
    clientParameter: 'client_id',
    scopes: ['name', 'email'],
    scopeSeparator: ' ',
    clientAuth: 'signed',
    needsFormPost: true,
    keepsNonce: true,
    denial: 'user_cancelled_authorize',
    issuer: 'https://appleid.apple.com',
    claims: (person) => ({
      sub: `000000.${subjectOf('apple', person).toString('hex')}.0000`,
      nonce_supported: true,
      // Apple has sent booleans both ways.
      ...(person.email
        ? {
            email: person.email,
            email_verified: person.isPrivateEmail ? 'true' : person.isEmailVerified,
            ...(person.isPrivateEmail ? { is_private_email: 'true' } : {}),
          }
        : {}),
    }),
  },
}
