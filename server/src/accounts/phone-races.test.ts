// Tests accounts by phone number when several things happen at the same time, on real connections.
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import type { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { registration } from '../../test/factories.ts'
import { openStillTestApp } from '../../test/harness.ts'
import { newNumber, readCode, readConsentLink } from '../../test/phones.ts'
import { releaseTogether } from '../../test/release-together.ts'
import { registrations, signInNames, students } from './tables.ts'

const t = await openStillTestApp({ GUARDIAN_CONSENT: 'under-13' })

function byPhone(number = newNumber(), changes: { birth?: string; guardianNumber?: string } = {}) {
  const { email: _, ...form } = registration({ number })
  return { ...form, verifyBy: 'sms' as const, ...changes }
}
async function register(form = byPhone()) {
  const reply = await t.as()(contract.registerStudent, { body: form })
  const own = { number: form.number, verificationToken: reply.verificationToken, registration: reply.registration }
  return { form, own }
}
const verify = (body: { number: string; verificationToken: string; registration?: string }) =>
  t.as()(contract.verifyEmail, { body })
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    ({ status }: ApiError) => status,
  )
const ascending = (a: number, b: number) => a - b
const findStudents = (number: string) => t.app.db.select().from(students).where(eq(students.provedNumber, number))
const findRows = (number: string) => t.app.db.select().from(registrations).where(eq(registrations.email, number))

/** Starts calls about a number while its lock is held, so that they all continue at the same moment. */
const together = <Result>(number: string, calls: (() => Promise<Result>)[]): Promise<Result[]> =>
  releaseTogether(
    [t],
    {
      lock: `select pg_advisory_xact_lock(hashtextextended('registrations of ${number}', 0))`,
      waiting: calls.length,
    },
    () => Promise.all(calls.map((call) => call())),
  )

it('two forms of one number are both stored, and only one becomes an account', async () => {
  const number = newNumber()
  const both = await together(number, [() => register(byPhone(number)), () => register(byPhone(number))])
  expect(await findRows(number)).toHaveLength(2)
  await readCode(t, number, 2)
  const statuses = await together(
    number,
    both.map(
      ({ own }) =>
        () =>
          statusOf(verify(own)),
    ),
  )
  expect(statuses.toSorted(ascending)).toEqual([200, 400])
  const winner = both[statuses.indexOf(200)]
  expect((await findStudents(number)).map(({ username }) => username)).toEqual([winner?.form.username])
  const names = and(eq(signInNames.kind, 'number'), eq(signInNames.valueKey, number))
  expect(await t.app.db.select().from(signInNames).where(names)).toHaveLength(1)
})

it('the same form twice, because its reply was lost, is stored once', async () => {
  const form = byPhone()
  const statuses = await together(form.number, [() => statusOf(register(form)), () => statusOf(register(form))])
  expect(statuses.toSorted(ascending)).toEqual([200, 409])
  expect(await findRows(form.number)).toHaveLength(1)
})

it('seven forms of one number leave at most five', async () => {
  const number = newNumber()
  const calls = Array.from({ length: 7 }, () => () => statusOf(register(byPhone(number))))
  expect(await together(number, calls)).toEqual(Array.from({ length: 7 }, () => 200))
  expect(await findRows(number)).toHaveLength(5)
})

it('a code sent twice opens one account', async () => {
  const { own } = await register()
  await readCode(t, own.number)
  const statuses = await together(own.number, [() => statusOf(verify(own)), () => statusOf(verify(own))])
  expect(statuses.toSorted(ascending)).toEqual([200, 400])
  expect(await findStudents(own.number)).toHaveLength(1)
})

/** Registers a child who waits for a guardian with a phone number. */
async function wait() {
  const form = byPhone(newNumber(), { birth: '2018-05-01', guardianNumber: newNumber() })
  const { own } = await register(form)
  await readCode(t, form.number)
  await verify(own)
  return { form, own, link: await readConsentLink(t, form.guardianNumber ?? '') }
}

it('a guardian’s consent and withdrawal leave no account', async () => {
  const { form, link } = await wait()
  await together(form.number, [
    () => statusOf(t.as()(contract.giveGuardianConsent, { body: link })),
    () => statusOf(t.as()(contract.withdrawGuardianConsent, { body: link })),
  ])
  expect(await findRows(form.number)).toEqual([])
  // Closed after consent, or refused before it.
  expect(await findStudents(form.number)).toEqual([])
})

it('a guardian’s consent and the child’s choice of another guardian leave one of them in charge', async () => {
  const { form, own, link } = await wait()
  const other = newNumber()
  const ask = { number: form.number, registration: own.registration, guardianNumber: other }
  const [agreed] = await together(form.number, [
    () => statusOf(t.as()(contract.giveGuardianConsent, { body: link })),
    () => statusOf(t.as()(contract.askGuardian, { body: ask })),
  ])
  const [student] = await findStudents(form.number)
  const [waiting] = await findRows(form.number)
  const [accountGuardian, waitingGuardian] = [student?.guardianNumber, waiting?.guardianNumber]
  expect({ accountGuardian, waitingGuardian }).toEqual(
    agreed === 200
      ? { accountGuardian: form.guardianNumber, waitingGuardian: undefined }
      : { accountGuardian: undefined, waitingGuardian: other },
  )
  expect(waiting?.guardianAgreedAt ?? null).toBeNull()
})
