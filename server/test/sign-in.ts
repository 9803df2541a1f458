// Signs in with one of the sandbox's providers, step by step, as a browser does.
import { createHash, randomBytes } from 'node:crypto'
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'
import * as contract from '@baobab/contract/accounts/identity-providers.ts'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import type { Decision } from '@baobab/sandbox/identity-providers/identity-providers.ts'
import { unique } from './factories.ts'
import type { TestApp } from './harness.ts'

const generateSecret = () => randomBytes(32).toString('base64url')
export const hashVerifier = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** A sign-in that a tab has started. */
export type Begun = { provider: IdentityProvider; flow: string; url: string; verifier: string }
/** What the page that the callback leads to receives. */
export type ReturnProof = { flow: string; code: string; verifier: string }

/** Returns the fields of the short form. */
export function signInForm(ticket: string, changes: Record<string, unknown> = {}) {
  const username = unique('p').slice(0, 10)
  return {
    ticket,
    username,
    email: `${username}@school.example`,
    number: '+2348012345678',
    birth: '2012-05-01',
    gender: 'female' as const,
    address: '12 Marina Road, Lagos',
    ...changes,
  }
}

/** Returns a person the sandbox's provider has not seen before. */
export function newPerson(changes: { email?: string } = {}): Decision {
  const name = unique('Ada')
  return { new: { name, ...changes } }
}

/** Asserts that an outcome is of a kind, and narrows its type. */
export function expectStep<Step extends contract.SignInOutcome['step']>(
  outcome: contract.SignInOutcome,
  step: Step,
): Extract<contract.SignInOutcome, { step: Step }> {
  expect(outcome.step).toBe(step)
  return outcome as Extract<contract.SignInOutcome, { step: Step }>
}

export function signInCalls(t: TestApp) {
  const begin = async (provider: IdentityProvider): Promise<Begun> => {
    const verifier = generateSecret()
    const body = { browserHash: hashVerifier(verifier) }
    const { flow, url } = await t.as()(contract.startSignIn, { params: { provider }, body })
    return { provider, flow, url, verifier }
  }
  /** Sends a callback and returns the address to which it redirects. */
  const call = async (callback: Awaited<ReturnType<typeof t.sandbox.decideSignIn>>): Promise<string> => {
    const { method, url, form } = callback
    const { pathname, search } = new URL(url)
    const request: InjectOptions = { method, url: pathname + search }
    if (form) {
      request.headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' }
      request.payload = new URLSearchParams(form).toString()
    }
    const reply = await t.http.inject(request)
    if (reply.statusCode !== 303) throw new Error(`the callback was answered with ${reply.statusCode}: ${reply.body}`)
    return String(reply.headers['location'])
  }
  /** Lets a person decide at the provider, and returns to the site. */
  const comeBack = async (begun: Begun, decision: Decision): Promise<ReturnProof> => {
    const address = await call(await t.sandbox.decideSignIn(begun.url, decision))
    const fragment = new URLSearchParams(new URL(address, 'http://localhost').hash.slice(1))
    return { flow: fragment.get('flow') ?? '', code: fragment.get('code') ?? '', verifier: begun.verifier }
  }
  const finish = (returned: ReturnProof, device?: string) =>
    t.as()(contract.finishSignIn, { body: { ...returned, ...(device === undefined ? {} : { device }) } })
  /** All steps up to the outcome. */
  const signIn = async (provider: IdentityProvider, decision: Decision) =>
    finish(await comeBack(await begin(provider), decision))
  /** All steps for a new person, whose form opens the account at once or is verified with the mailed code. */
  const signUp = async (provider: IdentityProvider, decision: Decision, changes: Record<string, unknown> = {}) => {
    const outcome = await signIn(provider, decision)
    if (outcome.step !== 'form') throw new Error(`expected a form, not ${outcome.step}`)
    const form = signInForm(outcome.ticket, { ...(outcome.email ? { email: outcome.email } : {}), ...changes })
    return { form, outcome: await t.as()(contract.completeSignIn, { body: form }) }
  }
  return { begin, call, comeBack, finish, signIn, signUp }
}
