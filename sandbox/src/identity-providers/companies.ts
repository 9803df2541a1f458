// How the six providers differ, according to their own documentation.
import { findAppleEmail, guidOf, splitName, subjectOf, type Person } from './people.ts'
import type { Provider } from './providers.ts'

export type Company = {
  name: string
  /** The name of the client id parameter. */
  clientParameter: 'client_id' | 'client_key'
  /** All of these have to be requested. */
  scopes: readonly string[]
  scopeSeparator: ' ' | ','
  /** How the client proves itself at the token endpoint. */
  clientAuth: 'body' | 'basic' | 'signed'
  /** Providers without PKCE ignore its parameters. */
  pkce?: 'required' | 'optional'
  /** Apple refuses scopes unless the reply is sent as a form. */
  needsFormPost?: true
  keepsNonce?: true
  /** How the provider reports that the person did not agree. */
  denial: string
  /** The id token's claims, in addition to those that every token has. */
  claims?: (person: Person) => Record<string, unknown>
  issuer?: string
  /** The user endpoint. */
  user?: UserEndpoint
  /** Whether errors from the token endpoint have status 200. */
  hidesErrors?: true
}

/** What an access token gives access to. */
export type Grant = { person: Person; scopes: readonly string[] }

export type UserEndpoint = {
  /** Returns the reply, or undefined if the query lacks what the provider requires. */
  describe: (grant: Grant, query: URLSearchParams) => object | undefined
  /** The body of the 401 reply to an unknown or expired access token. */
  badToken: object
}

/** The request's number in TikTok's log, which is part of each reply. */
export const LOG_ID = '20261123000000'

/** The tenant for everybody who is not in an organisation's tenant. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'

const emailClaims = ({ email, isEmailVerified }: Person) => (email ? { email, email_verified: isEmailVerified } : {})

/** TikTok replies with the fields that the query names. */
function describeTikTokUser({ person }: Grant, query: URLSearchParams): object | undefined {
  const known: Record<string, string> = {
    open_id: `-000${subjectOf('tiktok', person).toString('base64url')}`,
    avatar_url: 'https://p16.tiktokcdn.com/none.jpeg',
    display_name: person.name,
  }
  const fields = query.get('fields')?.split(',') ?? []
  if (fields.length === 0 || fields.some((field) => !(field in known))) return undefined
  const user = Object.fromEntries(fields.map((field) => [field, known[field]]))
  return { data: { user }, error: { code: 'ok', message: '', log_id: LOG_ID } }
}

/** X returns a confirmed email if both the query and the scopes ask for it. */
function describeXUser({ person, scopes }: Grant, query: URLSearchParams): object {
  const isAsked = scopes.includes('users.email') && query.get('user.fields')?.split(',').includes('confirmed_email')
  return {
    data: {
      id: digits('x', person),
      name: person.name,
      username: person.name.toLowerCase().replaceAll(' ', '_'),
      ...(isAsked && person.email && person.isEmailVerified ? { confirmed_email: person.email } : {}),
    },
  }
}

/** Some of Apple's booleans are strings. */
function describeAppleEmail(person: Person): object {
  const told = findAppleEmail(person)
  if (told === undefined) return {}
  const { email, isPrivate } = told
  return isPrivate
    ? { email, email_verified: 'true', is_private_email: 'true' }
    : { email, email_verified: person.isEmailVerified }
}

const digits = (provider: Provider, person: Person) => String(subjectOf(provider, person).readUIntBE(0, 6))

export const companies: Record<Provider, Company> = {
  microsoft: {
    name: 'Microsoft',
    clientParameter: 'client_id',
    scopes: ['openid', 'profile', 'email'],
    scopeSeparator: ' ',
    clientAuth: 'body',
    pkce: 'optional',
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
      ...emailClaims(person),
    }),
    user: {
      describe: ({ person }) => {
        const { firstName, lastName } = splitName(person)
        return {
          sub: subjectOf('linkedin', person, 8).toString('base64url'),
          name: person.name,
          given_name: firstName,
          family_name: lastName,
          locale: { country: 'US', language: 'en' },
          ...emailClaims(person),
        }
      },
      badToken: {
        status: 401,
        serviceErrorCode: 65_600,
        code: 'INVALID_ACCESS_TOKEN',
        message: 'Invalid access token',
      },
    },
  },
  pinterest: {
    name: 'Pinterest',
    clientParameter: 'client_id',
    scopes: ['user_accounts:read'],
    scopeSeparator: ',',
    clientAuth: 'basic',
    denial: 'access_denied',
    user: {
      describe: ({ person }) => ({
        id: digits('pinterest', person),
        username: person.name.toLowerCase().replaceAll(' ', ''),
        account_type: 'PINNER',
        profile_image: 'https://i.pinimg.com/600x600_R/none.jpg',
        follower_count: 3,
      }),
      badToken: { code: 2, message: 'Authentication failed.' },
    },
  },
  x: {
    name: 'X',
    clientParameter: 'client_id',
    scopes: ['users.read', 'tweet.read'],
    scopeSeparator: ' ',
    clientAuth: 'basic',
    pkce: 'required',
    denial: 'access_denied',
    user: {
      describe: describeXUser,
      badToken: { title: 'Unauthorized', type: 'about:blank', status: 401, detail: 'Unauthorized' },
    },
  },
  tiktok: {
    name: 'TikTok',
    clientParameter: 'client_key',
    scopes: ['user.info.basic'],
    scopeSeparator: ',',
    clientAuth: 'body',
    denial: 'access_denied',
    user: {
      describe: describeTikTokUser,
      badToken: {
        data: {},
        error: { code: 'access_token_invalid', message: 'The access token is invalid.', log_id: LOG_ID },
      },
    },
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
      ...describeAppleEmail(person),
    }),
  },
}
