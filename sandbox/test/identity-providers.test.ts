// The stand-ins for the identity providers keep to the providers' own rules: how the client proves itself, what is asked for, and
// how errors look.
import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, importPKCS8, SignJWT } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { companies } from '../src/identity-providers/companies.ts'
import { providers, type Provider } from '../src/identity-providers/providers.ts'
import { BadRequestError } from '../src/identity-providers/authorization.ts'
import { openIdentityProviders, type IdentityProviders } from '../src/identity-providers/identity-providers.ts'
import type { Mood } from '../src/identity-providers/moods.ts'
import { newFolder, openWorld, PUBLIC_URL } from './open.ts'

const VERIFIER = 'v'.repeat(43)
const challenge = createHash('sha256').update(VERIFIER).digest('base64url')

type World = { sandbox: IdentityProviders; folder: string; pass: (ms: number) => void }

async function openProviders(folder?: string): Promise<World> {
  let passed = 0
  const dataDir = folder ?? (await newFolder())
  const now = () => new Date(Date.now() + passed)
  const sandbox = await openIdentityProviders({ folder: dataDir, publicUrl: PUBLIC_URL, now })
  onTestFinished(() => sandbox.close())
  return {
    sandbox,
    folder: dataDir,
    pass: (ms) => {
      passed += ms
    },
  }
}

const redirectUri = (provider: Provider) => `${PUBLIC_URL}/student/sign-in/${provider}/callback`

/** Builds a valid request for the page of a provider, with changes; undefined leaves a parameter out. */
function authorizeUrl(
  { sandbox }: World,
  provider: Provider,
  changes: Record<string, string | undefined> = {},
): string {
  const { clientParameter, scopes, scopeSeparator, needsFormPost, needsPkce } = companies[provider]
  const url = new URL(sandbox.settings[provider].addresses.authorize)
  const parameters: Record<string, string | undefined> = {
    [clientParameter]: sandbox.settings[provider].clientId,
    redirect_uri: redirectUri(provider),
    response_type: 'code',
    scope: scopes.join(scopeSeparator),
    state: 's1',
    nonce: 'n1',
    ...(needsFormPost ? { response_mode: 'form_post' } : {}),
    ...(needsPkce ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}),
    ...changes,
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Lets a person sign in, and returns the code. */
async function issueCode(world: World, provider: Provider, as = 'chidi'): Promise<string> {
  const { url, form } = await world.sandbox.decide(authorizeUrl(world, provider), { as })
  return form?.['code'] ?? new URL(url).searchParams.get('code') ?? ''
}

async function signAppleSecret(
  { clientId, clientSecret, teamId, keyId }: IdentityProviders['settings']['apple'],
  exp = '1h',
) {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId ?? '' })
    .setIssuer(teamId ?? '')
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(await importPKCS8(clientSecret, 'ES256'))
}

type Proof = 'body' | 'basic' | 'none'

/** Exchanges a code as a client that proves itself in a way. */
async function exchange(world: World, provider: Provider, code: string, proof?: Proof): Promise<Response> {
  const settings = world.sandbox.settings[provider]
  const { clientAuth, clientParameter } = companies[provider]
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri(provider),
    code_verifier: VERIFIER,
  })
  const headers: Record<string, string> = {}
  const way = proof ?? (clientAuth === 'basic' ? 'basic' : 'body')
  if (way === 'basic')
    headers['authorization'] =
      `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')}`
  if (way === 'body') {
    body.set(clientParameter, settings.clientId)
    body.set('client_secret', provider === 'apple' ? await signAppleSecret(settings) : settings.clientSecret)
  }
  return fetch(settings.addresses.token, { method: 'POST', body, headers })
}

type Tokens = { access_token: string; id_token?: string; error?: string }

describe.each(providers)('%s', (provider) => {
  it('gives tokens for a code, once', async () => {
    const world = await openProviders()
    const code = await issueCode(world, provider)
    const tokens = (await (await exchange(world, provider, code)).json()) as Tokens
    expect(tokens.access_token).toMatch(/.{20}/)
    expect(tokens.id_token !== undefined).toBe(companies[provider].claims !== undefined)
    expect(((await (await exchange(world, provider, code)).json()) as Tokens).error).toBe('invalid_grant')
  })

  it('accepts the client’s proof in its own way only', async () => {
    const world = await openProviders()
    const { clientAuth } = companies[provider]
    for (const proof of ['body', 'basic', 'none'] as const) {
      if (proof === (clientAuth === 'basic' ? 'basic' : 'body')) continue
      const reply = await exchange(world, provider, await issueCode(world, provider), proof)
      expect(((await reply.json()) as Tokens).error).toBe('invalid_client')
      expect(reply.status).toBe(provider === 'tiktok' ? 200 : 401)
    }
  })

  it('takes no code after ten minutes, and none of somebody who came back late', async () => {
    const world = await openProviders()
    const code = await issueCode(world, provider)
    const { url, form } = await world.sandbox.decide(authorizeUrl(world, provider), 'late')
    const late = form?.['code'] ?? new URL(url).searchParams.get('code') ?? ''
    expect(((await (await exchange(world, provider, late)).json()) as Tokens).error).toBe('invalid_grant')
    world.pass(10 * 60_000)
    expect(((await (await exchange(world, provider, code)).json()) as Tokens).error).toBe('invalid_grant')
  })

  it('refuses a request that is not registered, and redirects nowhere', async () => {
    const world = await openProviders()
    const { clientParameter, needsFormPost } = companies[provider]
    const wrong: Record<string, string | undefined>[] = [
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${redirectUri(provider)}?x=1` },
      { [clientParameter]: 'another' },
      { response_type: 'token' },
      { scope: 'none' },
      { state: undefined },
      ...(needsFormPost ? [{ response_mode: 'query' }] : []),
      ...(provider === 'x' ? [{ code_challenge: undefined }] : []),
    ]
    for (const changes of wrong) {
      const call = async () => world.sandbox.decide(authorizeUrl(world, provider, changes), { as: 'chidi' })
      await expect(call()).rejects.toThrow(BadRequestError)
    }
  })

  it('says in its own way that the person did not agree', async () => {
    const world = await openProviders()
    const { url, form } = await world.sandbox.decide(authorizeUrl(world, provider), 'deny')
    const values = form ?? Object.fromEntries(new URL(url).searchParams)
    expect(values).toMatchObject({ error: companies[provider].denial, state: 's1' })
  })
})

describe('PKCE', () => {
  it('needs the verifier of the challenge', async () => {
    const world = await openProviders()
    const other = createHash('sha256').update('other').digest('base64url')
    const { url } = await world.sandbox.decide(authorizeUrl(world, 'x', { code_challenge: other }), { as: 'chidi' })
    const code = new URL(url).searchParams.get('code') ?? ''
    expect(((await (await exchange(world, 'x', code)).json()) as Tokens).error).toBe('invalid_grant')
  })
})

describe('Apple', () => {
  it('sends its reply as a form, with the name at the first consent only, also after a restart', async () => {
    const first = await openProviders()
    const { method, form } = await first.sandbox.decide(authorizeUrl(first, 'apple'), { as: 'amina' })
    expect(method).toBe('POST')
    expect(JSON.parse(form?.['user'] ?? '')).toEqual({
      name: { firstName: 'Amina', lastName: 'Bello' },
      email: 'amina.bello@mail.example',
    })
    const again = await openProviders(first.folder)
    expect((await again.sandbox.decide(authorizeUrl(again, 'apple'), { as: 'amina' })).form).not.toHaveProperty('user')
    expect(again.sandbox.settings.apple.clientSecret).toBe(first.sandbox.settings.apple.clientSecret)
  })

  it('refuses a client secret that lives for more than six months', async () => {
    const world = await openProviders()
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: await issueCode(world, 'apple'),
      redirect_uri: redirectUri('apple'),
      client_id: world.sandbox.settings.apple.clientId,
      client_secret: await signAppleSecret(world.sandbox.settings.apple, '1y'),
    })
    const reply = await fetch(world.sandbox.settings.apple.addresses.token, { method: 'POST', body })
    expect(reply.status).toBe(401)
  })

  it('writes booleans both ways', async () => {
    const world = await openProviders()
    const read = async (as: string) => {
      const tokens = (await (await exchange(world, 'apple', await issueCode(world, 'apple', as))).json()) as Tokens
      return decodeJwt(tokens.id_token ?? '')
    }
    expect(await read('kelechi')).toMatchObject({ email_verified: 'true', is_private_email: 'true', nonce: 'n1' })
    expect(await read('amina')).toMatchObject({ email_verified: true })
    expect(await read('ebiere')).not.toHaveProperty('email')
  })
})

describe('TikTok', () => {
  it('reports errors with the status 200, and a log id', async () => {
    const world = await openProviders()
    const reply = await exchange(world, 'tiktok', 'unknown')
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchObject({ error: 'invalid_grant', log_id: expect.any(String) })
  })
})

describe('the user endpoints', () => {
  it('tell who an access token belongs to, and an email only where the provider has one', async () => {
    const world = await openProviders()
    const read = async (provider: Provider) => {
      const { access_token: token } = (await (
        await exchange(world, provider, await issueCode(world, provider))
      ).json()) as Tokens
      const { user } = world.sandbox.settings[provider].addresses
      return (await fetch(user, { headers: { authorization: `Bearer ${token}` } })).json()
    }
    expect(await read('pinterest')).toMatchObject({ id: expect.any(String), username: 'chidiokafor' })
    expect(await read('x')).toMatchObject({ data: { confirmed_email: 'chidi.okafor@mail.example' } })
    expect(await read('tiktok')).toMatchObject({
      data: { user: { display_name: 'Chidi Okafor' } },
      error: { code: 'ok' },
    })
    const { user } = world.sandbox.settings.x.addresses
    expect((await fetch(user, { headers: { authorization: 'Bearer x' } })).status).toBe(401)
  })
})

describe('a fault of the id token', () => {
  const faults: [Mood, (token: string) => unknown, unknown][] = [
    ['normal', (token) => decodeProtectedHeader(token).alg, 'RS256'],
    ['unsigned', (token) => decodeProtectedHeader(token).alg, 'none'],
    ['symmetric', (token) => decodeProtectedHeader(token).alg, 'HS256'],
    ['wrong-issuer', (token) => decodeJwt(token).iss, 'https://issuer.example'],
    ['wrong-audience', (token) => decodeJwt(token).aud, 'another-client'],
    ['wrong-nonce', (token) => decodeJwt(token)['nonce'], 'another'],
    ['no-nonce', (token) => decodeJwt(token)['nonce'], undefined],
    ['expired', (token) => (decodeJwt(token).exp ?? 0) < Date.now() / 1_000, true],
    ['future', (token) => (decodeJwt(token).nbf ?? 0) > Date.now() / 1_000, true],
    ['wrong-tenant', (token) => decodeJwt(token)['tid'], '11111111-2222-4333-8444-555555555555'],
  ]

  it.each(faults)('is made as asked: %s', async (mood, read, expected) => {
    const world = await openProviders()
    world.sandbox.setMood('microsoft', mood)
    const reply = await exchange(world, 'microsoft', await issueCode(world, 'microsoft'))
    expect(read(((await reply.json()) as Tokens).id_token ?? '')).toBe(expected)
  })
})

describe('the pages', () => {
  it('show the people, lead back to the product, and list the providers', async () => {
    const { http } = await openWorld()
    const list = await http.inject('/sandbox/sign-in')
    expect(list.body).toContain('Microsoft')
    const changed = await http.inject({
      method: 'POST',
      url: '/sandbox/sign-in/x/mood',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'mood=down',
    })
    expect(changed.statusCode).toBe(303)
    expect((await http.inject('/sandbox/sign-in')).body).toContain('<option value="down" selected>')
    expect((await http.inject('/sandbox/sign-in/x/authorize')).statusCode).toBe(400)
    expect((await http.inject('/sandbox/sign-in/myspace/authorize')).statusCode).toBe(404)
  })
})
