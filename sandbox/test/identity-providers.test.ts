// The stand-ins for the identity providers follow the providers' own rules: how the client proves itself, what is requested, and what
// errors look like.
import { createHash } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, importPKCS8, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { companies } from '../src/identity-providers/companies.ts'
import { providers, type Provider } from '../src/identity-providers/providers.ts'
import { BadRequestError } from '../src/identity-providers/authorization.ts'
import {
  openIdentityProviders,
  type Callback,
  type IdentityProviders,
} from '../src/identity-providers/identity-providers.ts'
import type { Mood } from '../src/identity-providers/moods.ts'
import { newFolder, openWorld, PUBLIC_URL } from './open.ts'

const VERIFIER = 'v'.repeat(43)
const challenge = createHash('sha256').update(VERIFIER).digest('base64url')

type SettingsOwner = { sandbox: Pick<IdentityProviders, 'settings'> }
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

/** Builds a valid request for a provider's page, with changes; undefined leaves out a parameter. */
function authorizeUrl(
  { sandbox }: SettingsOwner,
  provider: Provider,
  changes: Record<string, string | undefined> = {},
): string {
  const { clientParameter, scopes, scopeSeparator, needsFormPost, pkce } = companies[provider]
  const url = new URL(sandbox.settings[provider].addresses.authorize)
  const parameters: Record<string, string | undefined> = {
    [clientParameter]: sandbox.settings[provider].clientId,
    redirect_uri: redirectUri(provider),
    response_type: 'code',
    scope: scopes.join(scopeSeparator),
    state: 's1',
    nonce: 'n1',
    ...(needsFormPost ? { response_mode: 'form_post' } : {}),
    ...(pkce === 'required' ? { code_challenge: challenge, code_challenge_method: 'S256' } : {}),
    ...changes,
  }
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Reads a callback's code. */
const readCode = ({ url, form }: Pick<Callback, 'url' | 'form'>) =>
  form?.['code'] ?? new URL(url).searchParams.get('code') ?? ''

/** Makes a person sign in, and returns the code. */
async function issueCode(world: World, provider: Provider, as = 'chidi'): Promise<string> {
  return readCode(await world.sandbox.decide(authorizeUrl(world, provider), { as }))
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

/** Exchanges a code, with the provider's method of client authentication unless another is given. */
async function exchange(
  world: SettingsOwner,
  provider: Provider,
  code: string,
  { proof, callback = redirectUri(provider) }: { proof?: Proof; callback?: string } = {},
): Promise<Response> {
  const settings = world.sandbox.settings[provider]
  const { clientAuth, clientParameter } = companies[provider]
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
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

type Tokens = { access_token: string; id_token?: string; scope?: string; error?: string }

async function issueToken(world: World, provider: Provider): Promise<string> {
  const reply = await exchange(world, provider, await issueCode(world, provider))
  return ((await reply.json()) as Tokens).access_token
}

const readUser = (address: string, token: string) => fetch(address, { headers: { authorization: `Bearer ${token}` } })

const denials: Record<Provider, string> = {
  microsoft: 'access_denied',
  linkedin: 'user_cancelled_authorize',
  pinterest: 'access_denied',
  x: 'access_denied',
  tiktok: 'access_denied',
  apple: 'user_cancelled_authorize',
}

const issuers = {
  microsoft: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  linkedin: 'https://www.linkedin.com/oauth',
  apple: 'https://appleid.apple.com',
}

describe.each(providers)('%s', (provider) => {
  it('gives tokens for a code, once', async () => {
    const world = await openProviders()
    const code = await issueCode(world, provider)
    const tokens = (await (await exchange(world, provider, code)).json()) as Tokens
    expect(tokens.access_token).toMatch(/.{20}/)
    expect(tokens.id_token !== undefined).toBe(companies[provider].claims !== undefined)
    expect(((await (await exchange(world, provider, code)).json()) as Tokens).error).toBe('invalid_grant')
  })

  it('accepts only its own method of client authentication', async () => {
    const world = await openProviders()
    const { clientAuth } = companies[provider]
    for (const proof of ['body', 'basic', 'none'] as const) {
      if (proof === (clientAuth === 'basic' ? 'basic' : 'body')) continue
      const reply = await exchange(world, provider, await issueCode(world, provider), { proof })
      expect(((await reply.json()) as Tokens).error).toBe('invalid_client')
      expect(reply.status).toBe(provider === 'tiktok' ? 200 : 401)
    }
  })

  it('accepts no code after ten minutes, and none from somebody who came back late', async () => {
    const world = await openProviders()
    const code = await issueCode(world, provider)
    const late = readCode(await world.sandbox.decide(authorizeUrl(world, provider), { late: 'tunde' }))
    expect(((await (await exchange(world, provider, late)).json()) as Tokens).error).toBe('invalid_grant')
    world.pass(10 * 60_000)
    expect(((await (await exchange(world, provider, code)).json()) as Tokens).error).toBe('invalid_grant')
  })

  it('refuses a request that is not registered, and does not redirect', async () => {
    const world = await openProviders()
    const { clientParameter, needsFormPost } = companies[provider]
    const wrong: Record<string, string | undefined>[] = [
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${redirectUri(provider)}?x=1` },
      { [clientParameter]: 'another' },
      { response_type: 'token' },
      { scope: 'none' },
      { state: undefined },
      { state: '' },
      ...(needsFormPost ? [{ response_mode: 'query' }] : []),
      ...(provider === 'x' ? [{ code_challenge: undefined }] : []),
    ]
    for (const changes of wrong) {
      const decided = world.sandbox.decide(authorizeUrl(world, provider, changes), { as: 'chidi' })
      await expect(decided).rejects.toThrow(BadRequestError)
    }
  })

  it('reports in its own way that the person did not agree', async () => {
    const world = await openProviders()
    const { url, form } = await world.sandbox.decide(authorizeUrl(world, provider), 'deny')
    const values = form ?? Object.fromEntries(new URL(url).searchParams)
    expect(values).toMatchObject({ error: denials[provider], state: 's1' })
    expect(values).not.toHaveProperty('code')
  })

  it('says that it has failed', async () => {
    const world = await openProviders()
    const { url, form } = await world.sandbox.decide(authorizeUrl(world, provider), 'fail')
    expect(form ?? Object.fromEntries(new URL(url).searchParams)).toMatchObject({ error: 'server_error', state: 's1' })
  })

  it('accepts a code only with the registered callback, and never another provider’s code', async () => {
    const world = await openProviders()
    const callback = `${redirectUri(provider)}/other`
    const moved = await exchange(world, provider, await issueCode(world, provider), { callback })
    expect(((await moved.json()) as Tokens).error).toBe('invalid_grant')
    const other = provider === 'x' ? 'tiktok' : 'x'
    const foreign = await issueCode(world, other)
    expect(((await (await exchange(world, provider, foreign)).json()) as Tokens).error).toBe('invalid_grant')
    expect((await (await exchange(world, other, foreign)).json()) as Tokens).toHaveProperty('access_token')
  })
})

describe('PKCE', () => {
  it('requires the verifier for the challenge', async () => {
    const world = await openProviders()
    const other = createHash('sha256').update('other').digest('base64url')
    const challenged = { code_challenge: other, code_challenge_method: 'S256' }
    for (const provider of ['x', 'microsoft'] as const) {
      const code = readCode(await world.sandbox.decide(authorizeUrl(world, provider, challenged), { as: 'chidi' }))
      expect(((await (await exchange(world, provider, code)).json()) as Tokens).error).toBe('invalid_grant')
    }
    const plain = authorizeUrl(world, 'microsoft', { ...challenged, code_challenge_method: 'plain' })
    await expect(world.sandbox.decide(plain, { as: 'chidi' })).rejects.toThrow(BadRequestError)
  })

  it('is ignored by the other providers', async () => {
    const world = await openProviders()
    for (const provider of ['linkedin', 'pinterest', 'tiktok', 'apple'] as const) {
      const url = authorizeUrl(world, provider, { code_challenge: 'other', code_challenge_method: 'plain' })
      const code = readCode(await world.sandbox.decide(url, { as: 'chidi' }))
      expect((await (await exchange(world, provider, code)).json()) as Tokens).toHaveProperty('access_token')
    }
  })
})

describe('Apple', () => {
  it('sends its reply as a form, with the name only at the first consent, even after a restart', async () => {
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

  it('refuses a client secret valid for more than six months', async () => {
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
  it('reports errors with status 200 and a log id', async () => {
    const world = await openProviders()
    const reply = await exchange(world, 'tiktok', 'unknown')
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchObject({ error: 'invalid_grant', log_id: expect.any(String) })
  })
})

describe('the user endpoints', () => {
  it('say who an access token belongs to, and an email only if the provider has one', async () => {
    const world = await openProviders()
    const read = async (provider: Provider) => {
      const { user } = world.sandbox.settings[provider].addresses
      return (await readUser(user, await issueToken(world, provider))).json()
    }
    expect(await read('pinterest')).toMatchObject({ id: expect.any(String), username: 'chidiokafor' })
    expect(await read('x')).toMatchObject({ data: { name: 'Chidi Okafor', username: 'chidi_okafor' } })
    expect(await read('linkedin')).toMatchObject({
      sub: expect.any(String),
      given_name: 'Chidi',
      family_name: 'Okafor',
      email: 'chidi.okafor@mail.example',
      email_verified: true,
    })
    expect(await read('tiktok')).toMatchObject({
      data: { user: { display_name: 'Chidi Okafor' } },
      error: { code: 'ok' },
    })
  })

  it('reveal an email at X only if a scope and the query ask for it, and it is confirmed', async () => {
    const world = await openProviders()
    const { user } = world.sandbox.settings.x.addresses
    const read = async (scope: string, { as = 'chidi', address = user } = {}) => {
      const { url } = await world.sandbox.decide(authorizeUrl(world, 'x', { scope }), { as })
      const tokens = (await (await exchange(world, 'x', readCode({ url }))).json()) as Tokens
      expect(tokens.scope).toBe(scope)
      return (await readUser(address, tokens.access_token)).json()
    }
    const [all, none] = ['users.read users.email tweet.read', 'users.read tweet.read']
    const [told, untold] = [{ data: { confirmed_email: 'chidi.okafor@mail.example' } }, 'data.confirmed_email']
    expect(await read(all)).toMatchObject(told)
    expect(await read(none)).not.toHaveProperty(untold)
    expect(await read(all, { as: 'zainab' })).not.toHaveProperty(untold)
    expect(await read(all, { address: user.replace(/\?.*/, '') })).not.toHaveProperty(untold)
  })

  it('reply at TikTok with the fields that the query names, and require some', async () => {
    const world = await openProviders()
    const token = await issueToken(world, 'tiktok')
    const address = world.sandbox.settings.tiktok.addresses.user.replace(/\?.*/, '')
    const named = await readUser(`${address}?fields=display_name`, token)
    expect((await named.json()) as object).toMatchObject({ data: { user: { display_name: 'Chidi Okafor' } } })
    const unnamed = await readUser(address, token)
    expect(unnamed.status).toBe(400)
    expect(await unnamed.json()).toMatchObject({ error: { code: 'invalid_params', log_id: expect.any(String) } })
  })

  const errors: [Provider, object][] = [
    ['linkedin', { status: 401, code: 'INVALID_ACCESS_TOKEN' }],
    ['pinterest', { code: 2, message: 'Authentication failed.' }],
    ['x', { status: 401, title: 'Unauthorized' }],
    ['tiktok', { error: { code: 'access_token_invalid' } }],
  ]
  it.each(errors)(
    'refuse, as %s does, a token that is unknown, another provider’s or expired',
    async (provider, error) => {
      const world = await openProviders()
      const { user } = world.sandbox.settings[provider].addresses
      const own = await issueToken(world, provider)
      expect((await readUser(user, own)).status).toBe(200)
      const expectRefusal = async (token: string) => {
        const reply = await readUser(user, token)
        expect(reply.status).toBe(401)
        expect(await reply.json()).toMatchObject(error)
      }
      await expectRefusal('unknown')
      await expectRefusal(await issueToken(world, provider === 'x' ? 'tiktok' : 'x'))
      expect((await fetch(user, { headers: { authorization: own } })).status).toBe(401)
      world.pass(3_600_000)
      await expectRefusal(own)
    },
  )

  it('do not exist at Microsoft and Apple', async () => {
    const world = await openProviders()
    for (const provider of ['microsoft', 'apple'] as const) {
      const { user } = world.sandbox.settings[provider].addresses
      expect((await readUser(user, await issueToken(world, provider))).status).toBe(404)
    }
  })
})

describe('a fault in the id token', () => {
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

  it.each(faults)('is made as requested: %s', async (mood, read, expected) => {
    const world = await openProviders()
    world.sandbox.setMood('microsoft', mood)
    const reply = await exchange(world, 'microsoft', await issueCode(world, 'microsoft'))
    expect(read(((await reply.json()) as Tokens).id_token ?? '')).toBe(expected)
  })
})

describe('the id tokens', () => {
  it.each(['microsoft', 'linkedin', 'apple'] as const)(
    'of %s are signed with the key that is served',
    async (provider) => {
      const world = await openProviders()
      const { keys } = world.sandbox.settings[provider].addresses
      const keySet = createRemoteJWKSet(new URL(keys))
      const read = async () => {
        const tokens = (await (await exchange(world, provider, await issueCode(world, provider))).json()) as Tokens
        return tokens.id_token ?? ''
      }
      const { payload } = await jwtVerify(await read(), keySet, {
        issuer: issuers[provider],
        audience: world.sandbox.settings[provider].clientId,
        algorithms: ['RS256'],
      })
      expect('nonce' in payload).toBe(provider !== 'linkedin')
      world.sandbox.setMood(provider, 'wrong-key')
      const forged = await read()
      expect(decodeProtectedHeader(forged).kid).toBe('sandbox-1')
      await expect(jwtVerify(forged, keySet)).rejects.toThrow('signature verification failed')
    },
  )

  it('contain Microsoft’s email without saying whether it is verified', async () => {
    const world = await openProviders()
    const tokens = (await (await exchange(world, 'microsoft', await issueCode(world, 'microsoft'))).json()) as Tokens
    const claims = decodeJwt(tokens.id_token ?? '')
    const tid = '9188040d-6c67-4c5b-b112-36a304b66dad'
    const email = 'chidi.okafor@mail.example'
    expect(claims).toMatchObject({ tid, iss: issuers.microsoft, ver: '2.0', preferred_username: email, email })
    expect(claims['oid']).toMatch(/^[0-9a-f]{8}-/)
    expect(claims).not.toHaveProperty('email_verified')
  })

  it('reveal the relay address only to Apple’s clients, and one person’s unverified email', async () => {
    const world = await openProviders()
    const read = async (provider: Provider, as: string) => {
      const reply = await exchange(world, provider, await issueCode(world, provider, as))
      return decodeJwt(((await reply.json()) as Tokens).id_token ?? '')
    }
    expect((await read('apple', 'kelechi'))['email']).toMatch(/@privaterelay\.appleid\.com$/)
    expect((await read('linkedin', 'kelechi'))['email']).toBe('kelechi.eze@mail.example')
    expect((await read('microsoft', 'kelechi'))['email']).toBe('kelechi.eze@mail.example')
    for (const { id, email } of world.sandbox.people) {
      const verified = (await read('linkedin', id))['email_verified']
      expect(verified).toBe(email === null ? undefined : id !== 'zainab')
    }
  })

  it('are not made by the other providers, which serve no keys', async () => {
    const world = await openProviders()
    for (const provider of ['pinterest', 'x', 'tiktok'] as const)
      expect((await fetch(world.sandbox.settings[provider].addresses.keys)).status).toBe(404)
  })
})

describe('a server that misbehaves', () => {
  const call = (world: World) => exchange(world, 'tiktok', 'unknown')

  it('replies with an error, a page or a redirect', async () => {
    const world = await openProviders()
    world.sandbox.setMood('tiktok', 'down')
    expect((await call(world)).status).toBe(503)
    world.sandbox.setMood('tiktok', 'html')
    const page = await call(world)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html'])
    world.sandbox.setMood('tiktok', 'redirect')
    const { token } = world.sandbox.settings.tiktok.addresses
    expect((await fetch(token, { method: 'POST', redirect: 'manual' })).status).toBe(302)
    // Other providers are unaffected: X answers as usual.
    expect((await exchange(world, 'x', 'unknown')).status).toBe(400)
  })

  it('closes the connection, or sends more than anybody would read', async () => {
    const world = await openProviders()
    world.sandbox.setMood('tiktok', 'cut')
    await expect(call(world)).rejects.toThrow('fetch failed')
    world.sandbox.setMood('tiktok', 'huge')
    const { body } = await call(world)
    let length = 0
    for await (const chunk of body ?? []) {
      length += chunk.length
      if (length > 4_000_000) break
    }
    expect(length).toBeGreaterThan(4_000_000)
  })

  it('does not reply until it is closed', async () => {
    const world = await openProviders()
    world.sandbox.setMood('tiktok', 'slow')
    // A later call has been answered by then, so the first one has arrived.
    const closing = fetch(world.sandbox.settings.x.addresses.token, { method: 'POST' }).then(() =>
      world.sandbox.close(),
    )
    await expect(Promise.all([call(world), closing])).rejects.toThrow('fetch failed')
    await closing
  })
})

type Page = Awaited<ReturnType<typeof openWorld>>

/** Opens a provider's page, and returns its path. */
function openPage({ sandbox }: Page, provider: Provider, changes: Record<string, string> = {}): string {
  const { pathname, search } = new URL(
    authorizeUrl({ sandbox: { settings: sandbox.identityProviders } }, provider, changes),
  )
  return pathname + search
}

const submit = ({ http }: Page, url: string, fields: Record<string, string>) =>
  http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

describe('a provider’s page', () => {
  it('shows the people and what is requested, and sends the browser back with the decision', async () => {
    const world = await openWorld()
    const path = openPage(world, 'linkedin')
    const { body } = await world.get(path)
    expect(body).toContain('zainab.musa@mail.example, not verified')
    expect(body).toContain('(openid, profile, email)')
    for (const { name } of world.sandbox.signInPeople) expect(body).toContain(name)
    const decisions: [Record<string, string>, string][] = [
      [{ as: 'amina' }, 'code'],
      [{ do: 'new', name: 'Bola Ade', email: 'bola@mail.example' }, 'code'],
      [{ do: 'deny' }, 'error'],
      [{ do: 'fail' }, 'error'],
    ]
    for (const [fields, expected] of decisions) {
      const reply = await submit(world, path, fields)
      expect(reply.statusCode).toBe(303)
      const url = new URL(String(reply.headers.location))
      expect(url.origin + url.pathname).toBe(redirectUri('linkedin'))
      expect([...url.searchParams.keys()]).toContain(expected)
      expect(url.searchParams.get('state')).toBe('s1')
    }
    expect((await submit(world, path, { as: 'nobody' })).statusCode).toBe(400)
    expect((await world.get('/sandbox/sign-in')).body).toContain('Last signed in: Bola Ade')
  })

  it('at Apple sends a form to the product, with a script file and a button', async () => {
    const world = await openWorld()
    const reply = await submit(world, openPage(world, 'apple'), { as: 'amina' })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain(`method="post" action="${redirectUri('apple')}"`)
    expect(reply.body).toContain('<script src="/sandbox/sign-in/submit.js" defer></script>')
    expect(reply.body).toContain('<button class="button">')
    expect(reply.headers['content-security-policy']).toMatch(/form-action 'self';.*script-src 'self'$/)
  })

  it('shows an error and leads nowhere if the client or the callback is not registered', async () => {
    const world = await openWorld()
    for (const changes of [{ client_id: 'another' }, { redirect_uri: 'https://evil.example/"><script>' }]) {
      for (const reply of [
        await world.get(openPage(world, 'x', changes)),
        await submit(world, openPage(world, 'x', changes), { as: 'amina' }),
      ]) {
        expect(reply.statusCode).toBe(400)
        expect(reply.headers).not.toHaveProperty('location')
        expect(reply.body).not.toContain('evil.example')
      }
    }
  })

  it('gives anybody who comes back too late an expired code', async () => {
    const world = await openWorld()
    const product = { sandbox: { settings: world.sandbox.identityProviders } }
    const path = openPage(world, 'pinterest')
    for (const [late, expected] of [
      ['no', 'access_token'],
      ['yes', 'error'],
    ] as const) {
      const { headers } = await submit(world, path, { as: 'chidi', late })
      const code = readCode({ url: String(headers.location) })
      expect(await (await exchange(product, 'pinterest', code)).json()).toHaveProperty(expected)
    }
    await submit(world, path, { as: 'zainab', late: 'yes' })
    expect((await world.get('/sandbox/sign-in')).body).toContain('Last signed in: Zainab Musa')
  })
})

describe('the page that lists the providers', () => {
  it('shows the moods and changes them', async () => {
    const world = await openWorld()
    const list = await world.get('/sandbox/sign-in')
    expect(list.body).toContain('Microsoft')
    expect(list.body).toContain('Nobody has signed in yet.')
    expect((await submit(world, '/sandbox/sign-in/x/mood', { mood: 'down' })).statusCode).toBe(303)
    expect((await world.get('/sandbox/sign-in')).body).toContain('<option value="down" selected>')
    expect((await submit(world, '/sandbox/sign-in/x/mood', { mood: 'odd' })).statusCode).toBe(404)
    expect((await world.get('/sandbox/sign-in/x/authorize')).statusCode).toBe(400)
    expect((await world.get('/sandbox/sign-in/myspace/authorize')).statusCode).toBe(404)
  })
})
