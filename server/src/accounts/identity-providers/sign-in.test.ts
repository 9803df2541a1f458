// Tests sign-in with each provider of the sandbox, and everything that must not sign anybody in.
import { verifyEmail } from '@baobab/contract/accounts/endpoints.ts'
import { identityProviders, type IdentityProvider } from '@baobab/contract/accounts/text.ts'
import * as contract from '@baobab/contract/accounts/identity-providers.ts'
import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { openTestApp } from '../../../test/harness.ts'
import { hashVerifier, newPerson, signInCalls, signInForm } from '../../../test/sign-in.ts'
import { unique } from '../../../test/factories.ts'
import { providerIdentities, signInFlows } from './tables.ts'
import { removeStaleFlows } from './flows.ts'

const t = await openTestApp()
const calls = signInCalls(t)
afterEach(() => {
  for (const provider of identityProviders) t.sandbox.setIdentityProviderMood(provider, 'normal')
})

/** A new person, with an email if the provider has one. */
const somebody = () => newPerson({ email: `${unique('e')}@mail.example` })

/** Reads the code from the mail that verifies an email. */
async function readCode(to: string): Promise<string> {
  await t.mails(to, 'is your Baobab code')
  const [mail] = await t.mails(to, 'is your Baobab code')
  return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
}

/** Signs a new person up, and returns the form that was sent. */
async function register(provider: IdentityProvider, person = somebody()) {
  const { form, outcome } = await calls.signUp(provider, person)
  if (outcome.step === 'code-missing') {
    const code = await readCode(form.email)
    const { email } = form
    const verification = { email, verificationToken: code, registration: outcome.registration }
    await t.as()(verifyEmail, { body: verification })
  }
  return { form, outcome, person }
}

/** Which providers verify a new person's email, so that the account opens without a code. */
const verifies: Record<IdentityProvider, boolean> = {
  microsoft: false,
  linkedin: true,
  pinterest: false,
  x: true,
  tiktok: false,
  apple: true,
}

describe.each(identityProviders)('sign-in with %s', (provider) => {
  it('asks for the form the first time, and logs in from then on', async () => {
    const { form, outcome, person } = await register(provider)
    expect(outcome.step).toBe(verifies[provider] ? 'signed-in' : 'code-missing')
    const again = await calls.signIn(provider, person)
    expect(again).toMatchObject({
      step: 'signed-in',
      message: 'Login successful!',
      studentData: { username: form.username, email: form.email, ageCategory: '11-20' },
    })
    if (again.step !== 'signed-in') throw new Error('not signed in')
    const { data } = await t.as(again.authToken)(readStudentProfile, { params: { username: form.username } })
    expect(data.email).toBe(form.email)
  })

  it('ends in a refusal if the person does not agree', async () => {
    const returned = await calls.comeBack(await calls.begin(provider), 'deny')
    const denied = await refusal(calls.finish(returned))
    expect(denied).toMatchObject({ status: 403, code: 'sign_in_denied' })
    expect((await refusal(calls.finish(returned))).code).toBe('sign_in_expired')
  })

  it('ends in a refusal if the provider fails', async () => {
    const returned = await calls.comeBack(await calls.begin(provider), 'fail')
    expect(['sign_in_failed', 'sign_in_unavailable']).toContain((await refusal(calls.finish(returned))).code)
  })

  it('ends in a refusal if the provider no longer accepts the code', async () => {
    const returned = await calls.comeBack(await calls.begin(provider), 'late')
    expect(await refusal(calls.finish(returned))).toMatchObject({ status: 401, code: 'sign_in_failed' })
  })

  it.each(['down', 'cut', 'huge', 'redirect'] as const)(
    'says that the provider is unavailable while it is %s',
    async (mood) => {
      const begun = await calls.begin(provider)
      t.sandbox.setIdentityProviderMood(provider, mood)
      const returned = await calls.comeBack(begun, somebody())
      expect(await refusal(calls.finish(returned))).toMatchObject({ status: 503, code: 'sign_in_unavailable' })
    },
  )

  it('fails if the provider replies with a web page', async () => {
    const begun = await calls.begin(provider)
    t.sandbox.setIdentityProviderMood(provider, 'html')
    expect((await refusal(calls.finish(await calls.comeBack(begun, somebody())))).code).toBe('sign_in_failed')
  })

  it('W-07 accepts a callback once', async () => {
    const begun = await calls.begin(provider)
    const callback = await t.sandbox.decideSignIn(begun.url, somebody())
    expect(await calls.call(callback)).toContain('code=')
    expect(await calls.call(callback)).toBe('/sign-in/return#problem=expired')
  })

  it('W-07 W-08 accepts no callback whose state is wrong, missing or from another provider', async () => {
    const begun = await calls.begin(provider)
    const callback = await t.sandbox.decideSignIn(begun.url, somebody())
    const state = new URL(begun.url).searchParams.get('state') ?? ''
    for (const wrong of ['', randomBytes(32).toString('base64url'), state.slice(0, -1)]) {
      const form = callback.form && { ...callback.form, state: wrong }
      const url = callback.url.replace(state, wrong)
      expect(await calls.call({ ...callback, url, ...(form ? { form } : {}) })).toBe('/sign-in/return#problem=expired')
    }
    const other = provider === 'linkedin' ? 'pinterest' : 'linkedin'
    const elsewhere = `http://localhost:3000/student/sign-in/${other}/callback?code=x&state=${state}`
    expect(await calls.call({ method: 'GET', url: elsewhere })).toBe('/sign-in/return#problem=expired')
    // None of these calls has used up the state.
    expect(await calls.call(callback)).toContain('code=')
  })

  it('W-07 accepts no callback after ten minutes', async () => {
    const begun = await calls.begin(provider)
    const callback = await t.sandbox.decideSignIn(begun.url, somebody())
    t.app.clock.advance(10 * 60_000)
    // It names the flow, so that the waiting tab can say so.
    expect(await calls.call(callback)).toBe(`/sign-in/return#problem=expired&flow=${begun.flow}`)
  })

  it('W-07 can be finished only with the verifier of the tab that started it and the code of the browser that returned', async () => {
    const [mine, other] = [await calls.begin(provider), await calls.begin(provider)]
    const returned = await calls.comeBack(mine, somebody())
    const foreign = await calls.comeBack(other, somebody())
    for (const wrong of [
      { verifier: other.verifier },
      { verifier: hashVerifier(mine.verifier) },
      { code: foreign.code },
      { flow: foreign.flow },
      { flow: 'x' },
    ]) {
      const refused = await refusal(calls.finish({ ...returned, ...wrong }))
      expect(refused).toMatchObject({ status: 400, code: 'sign_in_expired' })
    }
    expect((await calls.finish(returned)).step).toBe('form')
    expect((await refusal(calls.finish(returned))).code).toBe('sign_in_expired')
  })

  it('must be finished within a minute of the return', async () => {
    const returned = await calls.comeBack(await calls.begin(provider), somebody())
    t.app.clock.advance(60_000)
    expect((await refusal(calls.finish(returned))).code).toBe('sign_in_expired')
  })

  it('is finished once by many simultaneous calls', async () => {
    const { person } = await register(provider)
    const returned = await calls.comeBack(await calls.begin(provider), person)
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => calls.finish(returned)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

const startOf = (provider: string) => ({ params: { provider }, body: { browserHash: hashVerifier('x') } })

describe('a slow provider', () => {
  it('times out, and holds no database connection in the meantime', async () => {
    const begun = await Promise.all(identityProviders.map((provider) => calls.begin(provider)))
    for (const provider of identityProviders) t.sandbox.setIdentityProviderMood(provider, 'slow')
    const pending = begun.map((one) => calls.comeBack(one, somebody()))
    // A database query is answered while all six wait.
    expect((await t.as()(contract.startSignIn, startOf('x'))).url).toContain('/x/')
    for (const returned of await Promise.all(pending))
      expect((await refusal(calls.finish(returned))).code).toBe('sign_in_unavailable')
  })
})

describe('an id token', () => {
  const moods = ['wrong-audience', 'wrong-issuer', 'wrong-key', 'unsigned', 'symmetric', 'expired', 'future'] as const
  const cases = (['microsoft', 'linkedin', 'apple'] as const).flatMap((provider) =>
    moods.map((mood) => [provider, mood] as const),
  )
  const nonces = (['microsoft', 'apple'] as const).flatMap((provider) =>
    (['wrong-nonce', 'no-nonce'] as const).map((mood) => [provider, mood] as const),
  )

  it.each([...cases, ...nonces, ['microsoft', 'wrong-tenant'] as const])(
    'W-12 from %s is refused: %s',
    async (provider, mood) => {
      const person = somebody()
      await register(provider, person)
      const begun = await calls.begin(provider)
      t.sandbox.setIdentityProviderMood(provider, mood)
      const returned = await calls.comeBack(begun, person)
      expect(await refusal(calls.finish(returned))).toMatchObject({ status: 401, code: 'sign_in_failed' })
    },
  )
})

describe('a provider that is not configured', () => {
  it('W-13 has no button, no start and no callback', async () => {
    expect((await refusal(t.as()(contract.startSignIn, startOf('myspace')))).status).toBe(404)
    const reply = await t.http.inject('/student/sign-in/myspace/callback?code=x&state=y')
    expect(reply.headers['location']).toBe('/sign-in/return#problem=failed')
  })
})

describe('the callbacks', () => {
  it('accept a form only from Apple', async () => {
    for (const path of ['/student/sign-in/x/callback', '/student/login', '/student/sign-in/finish']) {
      const reply = await t.http.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'a=b',
      })
      expect([404, 415]).toContain(reply.statusCode)
    }
  })

  it('lead to a page that explains the failure if they fail', async () => {
    const { url } = await calls.begin('apple')
    const state = new URL(url).searchParams.get('state') ?? ''
    const form = { code: 'x', state, user: 'x'.repeat(17_000) }
    const callback = { method: 'POST' as const, url: 'http://localhost/student/sign-in/apple/callback', form }
    expect(await calls.call(callback)).toBe('/sign-in/return#problem=failed')
  })

  it('treat a parameter that is repeated or too long as missing', async () => {
    const { url, provider } = await calls.begin('linkedin')
    const state = new URL(url).searchParams.get('state') ?? ''
    for (const query of [`state=${state}&state=${state}&code=x`, `state=${'x'.repeat(5_000)}`]) {
      const reply = await t.http.inject(`/student/sign-in/${provider}/callback?${query}`)
      expect(reply.headers['location']).toBe('/sign-in/return#problem=expired')
    }
  })
})

describe('what is stored', () => {
  it('is only a person’s provider, their id there and when, and nothing about a finished sign-in', async () => {
    const { form, person } = await register('linkedin')
    await calls.signIn('linkedin', person)
    const rows = await t.app.db.select().from(providerIdentities)
    const [row] = rows.filter(({ provider }) => provider === 'linkedin').slice(-1)
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['connectedAt', 'proof', 'provider', 'studentId', 'subject'])
    expect(await t.app.db.select().from(signInFlows).where(eq(signInFlows.email, form.email))).toEqual([])
  })

  it('is deleted if nobody finishes the sign-in', async () => {
    const { flow } = await calls.comeBack(await calls.begin('linkedin'), somebody())
    await removeStaleFlows(t.app)
    expect(await t.app.db.select().from(signInFlows).where(eq(signInFlows.id, flow))).toHaveLength(1)
    t.app.clock.advance(3_600_000)
    await removeStaleFlows(t.app)
    expect(await t.app.db.select().from(signInFlows).where(eq(signInFlows.id, flow))).toEqual([])
  })
})

describe('the form of a first sign-in', () => {
  const askForForm = async (provider: IdentityProvider = 'linkedin') => {
    const outcome = await calls.signIn(provider, somebody())
    if (outcome.step !== 'form') throw new Error('no form')
    return outcome
  }
  const complete = (form: ReturnType<typeof signInForm>) => t.as()(contract.completeSignIn, { body: form })

  it('tells children aged 5 to 10 to ask a parent, and keeps the ticket', async () => {
    const { ticket } = await askForForm()
    const refused = await refusal(complete(signInForm(ticket, { birth: '2018-01-01' })))
    expect(refused).toMatchObject({ status: 400, code: 'parent_registers', errors: [{ path: 'birth' }] })
    expect((await complete(signInForm(ticket))).step).toBe('code-missing')
  })

  it('follows the registration rules, and keeps the ticket after a refusal', async () => {
    const { ticket, email } = await askForForm()
    const taken = await register('pinterest')
    for (const [change, code] of [
      [{ username: taken.form.username }, 'username_taken'],
      [{ username: 'admin' }, 'username_taken'],
      [{ username: 'abc' }, 'invalid'],
      [{ birth: '2999-01-01' }, 'invalid'],
      [{ number: '12' }, 'invalid'],
      [{ password: 'Mango7tree' }, 'invalid'],
    ] as const)
      expect((await refusal(complete(signInForm(ticket, { ...change })))).code).toBe(code)
    expect((await complete(signInForm(ticket, { email }))).step).toBe('signed-in')
    expect((await refusal(complete(signInForm(ticket, { email })))).code).toBe('sign_in_expired')
  })

  it('needs a code if the person changes the email', async () => {
    const { ticket } = await askForForm()
    const outcome = await complete(signInForm(ticket, { email: `${unique('z')}@other.example` }))
    expect(outcome).toMatchObject({ step: 'code-missing', registration: expect.any(String) })
  })

  it('expires after half an hour', async () => {
    const { ticket } = await askForForm()
    t.app.clock.advance(30 * 60_000)
    expect((await refusal(complete(signInForm(ticket)))).code).toBe('sign_in_expired')
  })
})
