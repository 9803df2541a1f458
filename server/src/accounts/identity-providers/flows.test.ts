// Tests to the millisecond how long each step of a sign-in may take, and that other people's sign-ins are not affected.
import * as contract from '@baobab/contract/accounts/identity-providers.ts'
import { SIGN_IN_CODE_MS, SIGN_IN_MS, SIGN_IN_TICKET_MS } from '@baobab/contract/accounts/rules.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { unique } from '../../../test/factories.ts'
import { openStillTestApp } from '../../../test/harness.ts'
import { refusal } from '../../../test/refusal.ts'
import { expectStep, newPerson, signInCalls, signInForm } from '../../../test/sign-in.ts'
import { signInFlows } from './tables.ts'
import { removeStaleFlows } from './flows.ts'

const t = await openStillTestApp()
const calls = signInCalls(t)

const somebody = () => newPerson({ email: `${unique('w')}@mail.example` })
const complete = (ticket: string) => t.as()(contract.completeSignIn, { body: signInForm(ticket) })
const askForForm = async () => expectStep(await calls.signIn('linkedin', somebody()), 'form')
const isStored = async (id: string) =>
  (await t.app.db.select().from(signInFlows).where(eq(signInFlows.id, id))).length === 1

describe('in the last millisecond', () => {
  it('a callback is accepted, but not later', async () => {
    const callAfter = async (ms: number) => {
      const begun = await calls.begin('linkedin')
      const callback = await t.sandbox.decideSignIn(begun.url, somebody())
      t.app.clock.advance(ms)
      return calls.call(callback)
    }
    expect(await callAfter(SIGN_IN_MS - 1)).toContain('code=')
    expect(await callAfter(SIGN_IN_MS)).toContain('problem=expired')
  })

  it('a sign-in can be finished, but not later', async () => {
    const comeBackAndWait = async (ms: number) => {
      const returned = await calls.comeBack(await calls.begin('linkedin'), somebody())
      t.app.clock.advance(ms)
      return returned
    }
    expectStep(await calls.finish(await comeBackAndWait(SIGN_IN_CODE_MS - 1)), 'form')
    expect((await refusal(calls.finish(await comeBackAndWait(SIGN_IN_CODE_MS)))).code).toBe('sign_in_expired')
  })

  it('the form is accepted, but not later', async () => {
    const askAndWait = async (ms: number) => {
      const { ticket } = await askForForm()
      t.app.clock.advance(ms)
      return ticket
    }
    expectStep(await complete(await askAndWait(SIGN_IN_TICKET_MS - 1)), 'code-missing')
    expect((await refusal(complete(await askAndWait(SIGN_IN_TICKET_MS)))).code).toBe('sign_in_expired')
  })

  it('the data from a provider is stored, but not later', async () => {
    const { flow } = await calls.begin('linkedin')
    t.app.clock.advance(SIGN_IN_MS + SIGN_IN_CODE_MS + SIGN_IN_TICKET_MS)
    await removeStaleFlows(t.app)
    expect(await isStored(flow)).toBe(true)
    t.app.clock.advance(1)
    await removeStaleFlows(t.app)
    expect(await isStored(flow)).toBe(false)
  })
})

describe('a sign-in', () => {
  it('that ends does not affect others, whatever step they are at', async () => {
    const begun = await calls.begin('linkedin')
    const returned = await calls.comeBack(await calls.begin('linkedin'), somebody())
    const { ticket } = await askForForm()
    expectStep(await complete((await askForForm()).ticket), 'code-missing')
    expect((await refusal(calls.signIn('linkedin', 'deny'))).code).toBe('sign_in_denied')
    expectStep(await complete(ticket), 'code-missing')
    expectStep(await calls.finish(returned), 'form')
    expectStep(await calls.finish(await calls.comeBack(begun, somebody())), 'form')
  })
})
