// The token endpoints: check the client and the code, and issue tokens.
import { randomBytes } from 'node:crypto'
import { generateKeyPair, importSPKI, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { fitsChallenge, type Codes, type IssuedCode } from './authorization.ts'
import { companies, LOG_ID, type Company, type Grant } from './companies.ts'
import { type Provider } from './providers.ts'
import { APPLE_KEY, APPLE_TEAM, KEY_ID, type ProviderKeys } from './keys.ts'
import type { Mood } from './moods.ts'

export type Reply = { status: number; body: object }

export type TokenCall = { body: URLSearchParams; authorization: string | undefined }

type StoredGrant = Grant & { provider: Provider; expiresAt: number }

const ACCESS_TOKEN_S = 3_600

/** Issued access tokens. Each is valid only for its own provider, for an hour. */
export class AccessTokens {
  readonly #grants = new Map<string, StoredGrant>()
  readonly #now: () => Date
  constructor(now: () => Date) {
    this.#now = now
  }

  issue({ provider, person, scopes }: IssuedCode): string {
    const token = randomBytes(24).toString('base64url')
    const now = this.#now().getTime()
    for (const [old, { expiresAt }] of this.#grants) if (expiresAt <= now) this.#grants.delete(old)
    this.#grants.set(token, { provider, person, scopes, expiresAt: now + ACCESS_TOKEN_S * 1_000 })
    return token
  }

  /** Finds what the token in a header gives access to at a provider. */
  find(provider: Provider, authorization: string | undefined): Grant | undefined {
    const [, token = ''] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? []
    const grant = this.#grants.get(token)
    return grant?.provider === provider && grant.expiresAt > this.#now().getTime() ? grant : undefined
  }
}

type Issuing = {
  keys: ProviderKeys
  codes: Codes
  accessTokens: AccessTokens
  now: () => Date
}

/** Six months in seconds, the longest lifetime of Apple's client secret. */
const APPLE_SECRET_MAX_S = 15_777_000
const ID_TOKEN_S = 600

const refusal = (status: number, error: string): Reply => ({ status, body: { error, error_description: error } })

/** Answers a call to the token endpoint. */
export async function issueTokens(
  issuing: Issuing,
  { provider, mood, call }: { provider: Provider; mood: Mood; call: TokenCall },
): Promise<Reply> {
  const company = companies[provider]
  const reply = await exchange(issuing, { provider, mood, call })
  if (!company.hidesErrors || reply.status === 200) return reply
  return { status: 200, body: { ...reply.body, log_id: LOG_ID } }
}

async function exchange(
  issuing: Issuing,
  { provider, mood, call }: { provider: Provider; mood: Mood; call: TokenCall },
): Promise<Reply> {
  const { body } = call
  if (!(await isClient(issuing, provider, call))) return refusal(401, 'invalid_client')
  if (body.get('grant_type') !== 'authorization_code') return refusal(400, 'unsupported_grant_type')
  const issued = issuing.codes.use(body.get('code') ?? '', provider)
  if (!issued || issued.redirectUri !== body.get('redirect_uri')) return refusal(400, 'invalid_grant')
  if (!fitsChallenge(issued, body.get('code_verifier') ?? undefined)) return refusal(400, 'invalid_grant')
  const company = companies[provider]
  return {
    status: 200,
    body: {
      access_token: issuing.accessTokens.issue(issued),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_S,
      scope: issued.scopes.join(company.scopeSeparator),
      ...(company.claims ? { id_token: await makeIdToken(issuing, { company, issued, provider, mood }) } : {}),
    },
  }
}

/** Checks the client's proof: it must use this provider's method, and no other. */
async function isClient({ keys, now }: Issuing, provider: Provider, { body, authorization }: TokenCall) {
  const { clientAuth, clientParameter } = companies[provider]
  const { clientId, clientSecret } = keys.clients[provider]
  if (clientAuth === 'basic') {
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    return authorization === expected && body.get('client_secret') === null
  }
  if (authorization !== undefined || body.get(clientParameter) !== clientId) return false
  const secret = body.get('client_secret') ?? ''
  return clientAuth === 'body' ? secret === clientSecret : isAppleSecret(secret, { keys, now, clientId })
}

async function isAppleSecret(
  secret: string,
  { keys, now, clientId }: Pick<Issuing, 'keys' | 'now'> & { clientId: string },
): Promise<boolean> {
  try {
    const { payload, protectedHeader } = await jwtVerify(secret, await importSPKI(keys.applePublicKey, 'ES256'), {
      algorithms: ['ES256'],
      issuer: APPLE_TEAM,
      subject: clientId,
      audience: 'https://appleid.apple.com',
      currentDate: now(),
    })
    const { exp = Infinity } = payload
    return protectedHeader.kid === APPLE_KEY && exp <= now().getTime() / 1_000 + APPLE_SECRET_MAX_S
  } catch {
    return false
  }
}

type Identifying = { company: Company; issued: IssuedCode; provider: Provider; mood: Mood }

/** Makes a person's id token, with the fault that the mood asks for. */
async function makeIdToken({ keys, now }: Issuing, { company, issued, provider, mood }: Identifying): Promise<string> {
  const seconds = Math.floor(now().getTime() / 1_000)
  const issuedAt = { expired: seconds - 3_600, future: seconds + 3_600 }[String(mood)] ?? seconds
  const claims = {
    ...company.claims?.(issued.person),
    iss: mood === 'wrong-issuer' ? 'https://issuer.example' : (company.issuer ?? ''),
    aud: mood === 'wrong-audience' ? 'another-client' : keys.clients[provider].clientId,
    iat: issuedAt,
    exp: issuedAt + ID_TOKEN_S,
    ...(mood === 'future' ? { nbf: issuedAt } : {}),
    ...(mood === 'wrong-tenant' ? { tid: '11111111-2222-4333-8444-555555555555' } : {}),
    ...(issued.nonce === undefined || mood === 'no-nonce'
      ? {}
      : { nonce: mood === 'wrong-nonce' ? 'another' : issued.nonce }),
  }
  if (mood === 'unsigned') return new UnsecuredJWT(claims).encode()
  if (mood === 'symmetric')
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: KEY_ID })
      .sign(Buffer.from(keys.clients[provider].clientSecret))
  const { privateKey } = mood === 'wrong-key' ? await generateKeyPair('RS256') : await keys.signingKey()
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' }).sign(privateKey)
}

export type UserCall = { authorization: string | undefined; query: URLSearchParams }

/** Answers a call to the user endpoint. */
export function readUser(accessTokens: AccessTokens, provider: Provider, { authorization, query }: UserCall): Reply {
  const { user } = companies[provider]
  if (!user) return { status: 404, body: { message: 'Not found' } }
  const grant = accessTokens.find(provider, authorization)
  if (!grant) return { status: 401, body: user.badToken }
  const body = user.describe(grant, query)
  if (body) return { status: 200, body }
  // Only TikTok requires anything in the query.
  const error = { code: 'invalid_params', message: 'The parameter fields is missing or wrong.', log_id: LOG_ID }
  return { status: 400, body: { data: {}, error } }
}
