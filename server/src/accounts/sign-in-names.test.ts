// Tests names as if students were on several nodes: no key of their table then covers all nodes, and no trigger writes the names.
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { makeStudent, PASSWORD, registration } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { releaseTogether } from '../../test/release-together.ts'
import { findStudentByEmail, findStudentByUsername } from './queries.ts'
import { openAccount, type RegistrationRow } from './registrations.ts'
import { registrations, signInNames } from './tables.ts'

const t = await openTestApp()
beforeAll(async () => {
  await t.owner.query(`drop index students_username_key, students_email_key;
    alter table students disable trigger students_sign_in_names`)
})

async function register(changes: Partial<ReturnType<typeof registration>>) {
  const body = registration(changes)
  return { ...(await t.as()(contract.registerStudent, { body })), email: body.email }
}
const logIn = ({ email }: { email: string }) => t.as()(contract.logInStudent, { body: { email, password: PASSWORD } })

it('a username and an email lead to the student until the account is erased', async () => {
  const student = await makeStudent(t)
  const { username, email, token } = student
  await logIn(student)
  expect(await findStudentByUsername(t.app.db, ` ${username.toUpperCase()}`)).toMatchObject({ id: student.id })
  expect(await findStudentByEmail(t.app.db, email.toUpperCase())).toMatchObject({ id: student.id })
  expect(await refusal(register({ username }))).toMatchObject({ status: 409, code: 'username_taken' })
  await t.as(token)(eraseAccount, { body: { password: PASSWORD } })
  expect(await t.app.db.select().from(signInNames).where(eq(signInNames.studentId, student.id))).toEqual([])
  expect(await refusal(logIn(student))).toMatchObject({ code: 'login_failed' })
  expect(await refusal(register({ username }))).toMatchObject({ status: 409, code: 'username_taken' })
  const next = await makeStudent(t, { email })
  expect(await findStudentByEmail(t.app.db, email)).toMatchObject({ id: next.id })
})

async function makeRegistration(): Promise<RegistrationRow> {
  const { email } = await register({})
  const [row] = await t.app.db.select().from(registrations).where(eq(registrations.emailKey, email))
  if (!row) throw new Error('The registration was not stored.')
  return row
}

it.each(['username', 'email'] as const)('of two accounts that open with one %s, one fails', async (kind) => {
  const [one, other] = [await makeRegistration(), await makeRegistration()]
  const key = one[`${kind}Key`]
  const open = (row: RegistrationRow) => t.app.db.transaction((tx) => openAccount(t.app, tx, row))
  const lock = `insert into sign_in_names values ('${kind}', '${key}', gen_random_uuid())`
  const outcomes = await releaseTogether([t], { lock, waiting: 2 }, () =>
    Promise.allSettled([open(one), open({ ...other, [kind]: one[kind], [`${kind}Key`]: key })]),
  )
  const constraint = 'sign_in_names_kind_value_key_pk'
  expect(outcomes).toHaveLength(2)
  expect(outcomes).toContainEqual({ status: 'fulfilled', value: true })
  expect(outcomes).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ cause: expect.objectContaining({ constraint }) }),
  })
})
