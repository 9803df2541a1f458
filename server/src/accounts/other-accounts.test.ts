// Tests that what students do with their own account does not affect other accounts.
import { logInStudent, resetPassword } from '@baobab/contract/accounts/endpoints.ts'
import { endOtherSessions, listSessions } from '@baobab/contract/accounts/sessions.ts'
import { setPassword } from '@baobab/contract/accounts/identity-providers.ts'
import { eraseAccount } from '@baobab/contract/privacy/endpoints.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { makeStudent, PASSWORD, type MadeStudent } from '../../test/factories.ts'
import { openTestApp } from '../../test/harness.ts'
import { refusal } from '../../test/refusal.ts'
import { deriveResetToken } from './account-mails.ts'
import { deriveVerificationCode } from './derive-code.ts'
import { findKnownBrowser } from './known-browsers.ts'
import { sendProofCode, proveStudent } from './prove-student.ts'
import { forgotPassword } from './reset-password.ts'
import { passwordResets, proofCodes } from './tables.ts'

const NEW_PASSWORD = 'Papaya9tree'

const t = await openTestApp()

let own: MadeStudent
let other: MadeStudent
beforeEach(async () => {
  ;[own, other] = [await makeStudent(t), await makeStudent(t)]
})

/** Logs a student in with a browser of their own. */
const logIn = ({ email }: MadeStudent) => t.as()(logInStudent, { body: { email, password: PASSWORD } })
const isKnown = async ({ email }: MadeStudent, device: string) =>
  (await findKnownBrowser(t.app.db, { kind: 'student', email, device })) !== undefined

/** Requests a reset link, and returns a function that uses it. */
async function makeReset({ id, email }: MadeStudent) {
  await forgotPassword(t.app, { email })
  const [link] = await t.app.db.select().from(passwordResets).where(eq(passwordResets.studentId, id))
  const body = { email, token: deriveResetToken(t.app, link?.id ?? ''), newPassword: NEW_PASSWORD }
  return () => t.as()(resetPassword, { body })
}

it('a password reset keeps other people’s reset links', async () => {
  const [useOwn, useOthers] = [await makeReset(own), await makeReset(other)]
  await useOwn()
  await useOthers()
  expect((await refusal(useOwn())).code).toBe('token_invalid')
})

it('a new password invalidates only one’s own reset link, and keeps other people’s links, sessions and browsers', async () => {
  const [useOwn, useOthers] = [await makeReset(own), await makeReset(other)]
  const { authToken, device } = await logIn(other)
  await t.as(own.token)(setPassword, { body: { newPassword: NEW_PASSWORD, password: PASSWORD } })
  expect((await refusal(useOwn())).code).toBe('token_invalid')
  expect((await t.as(authToken)(listSessions, {})).sessions).not.toEqual([])
  expect(await isKnown(other, device)).toBe(true)
  await useOthers()
})

it('logging out elsewhere keeps other people’s sessions and browsers', async () => {
  const [mine, others] = [await logIn(own), await logIn(other)]
  await t.as(own.token)(endOtherSessions, {})
  expect((await refusal(t.as(mine.authToken)(listSessions, {}))).status).toBe(401)
  expect([await isKnown(own, mine.device), await isKnown(other, others.device)]).toEqual([false, true])
  expect((await t.as(others.authToken)(listSessions, {})).sessions).not.toEqual([])
})

it('deleting the account keeps other people’s sessions, browsers and reset links', async () => {
  const [{ authToken, device }, useOthers] = [await logIn(other), await makeReset(other)]
  await t.as(own.token)(eraseAccount, { body: { password: PASSWORD } })
  expect((await t.as(authToken)(listSessions, {})).sessions).not.toEqual([])
  expect(await isKnown(other, device)).toBe(true)
  await useOthers()
})

it('a code that proves the account keeps other people’s codes', async () => {
  const makeCode = async ({ id }: MadeStudent) => {
    await sendProofCode(t.app, id)
    const [code] = await t.app.db.select().from(proofCodes).where(eq(proofCodes.studentId, id))
    return deriveVerificationCode(t.app, code?.id ?? '')
  }
  const [others, mine] = [await makeCode(other), await makeCode(own)]
  await proveStudent(t.app, own.id, { code: mine })
  expect(await proveStudent(t.app, other.id, { code: others })).toMatchObject({ id: other.id })
})
