// People and things for tests, made through the real actions and unique by default.
import { randomBytes } from 'node:crypto'
import { logInStudent } from '../src/accounts/log-in.ts'
import { registerAdmin } from '../src/accounts/register-admin.ts'
import { registerStudent } from '../src/accounts/register.ts'
import { logInAdmin } from '../src/accounts/log-in.ts'
import { verifyEmail } from '../src/accounts/verify-email.ts'
import { payments } from '../src/payments/tables.ts'
import type { TestApp } from './harness.ts'

export const PASSWORD = 'Mango7tree'
export const ADMIN_PASSWORD = 'Mango7tree!'

/** A short text that no other test has. */
export function unique(prefix = ''): string {
  return (
    prefix +
    randomBytes(6)
      .toString('hex')
      .slice(0, 9 - prefix.length)
  )
}

/** A registration that passes every rule. Born in 2012: category 11-20 for years to come. */
export function registration(changes: Partial<ReturnType<typeof valid>> = {}) {
  return { ...valid(), ...changes }
}

function valid() {
  const username = unique('s')
  return {
    username,
    email: `${username}@school.example`,
    number: '+2348012345678',
    password: PASSWORD,
    birth: '2012-05-01',
    gender: 'female' as 'female' | 'male',
    address: '12 Marina Road, Lagos',
  }
}

export type MadeStudent = { id: string; username: string; email: string; token: string }

/** A verified, logged-in student. */
export async function makeStudent(t: TestApp, changes: Parameters<typeof registration>[0] = {}): Promise<MadeStudent> {
  const form = registration(changes)
  const { verificationToken } = await registerStudent(t.app, form)
  await verifyEmail(t.app, { email: form.email, verificationToken })
  const { authToken, studentData } = await logInStudent(t.app, form, { address: '127.0.0.1', userAgent: 'test' })
  return { id: studentData._id, username: form.username, email: form.email, token: authToken }
}

/** A student behind whom a confirmed payment stands. */
export async function makePaidStudent(t: TestApp): Promise<MadeStudent> {
  const student = await makeStudent(t)
  const now = t.app.clock.now()
  await t.app.db.insert(payments).values({
    studentId: student.id,
    reference: unique('ref'),
    amountKobo: 100_000,
    state: 'succeeded',
    openedAt: now,
    confirmedAt: now,
  })
  return student
}

export type MadeAdmin = { username: string; email: string; token: string; id: string }

/** The first (and only) admin of a test's database; call once for each app. */
export async function makeAdmin(t: TestApp): Promise<MadeAdmin> {
  const username = unique('admin')
  const email = `${username}@baobab.example`
  await registerAdmin(t.app, { username, email, password: ADMIN_PASSWORD })
  const { authToken, admin } = await logInAdmin(
    t.app,
    { email, password: ADMIN_PASSWORD },
    { address: '127.0.0.1', userAgent: 'test' },
  )
  return { username, email, token: authToken, id: admin.id }
}
