import { randomUUID } from 'node:crypto'
import type { RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { addChild } from '@baobab/contract/guardians/children.ts'
import { startStudentSession } from '../src/accounts/log-in.ts'
import { findStudentById, findStudentByUsername } from '../src/accounts/queries.ts'
import { guardians } from '../src/guardians/tables.ts'
import { startGuardianSession } from '../src/guardians/sessions.ts'
import { hashPassword } from '../src/platform/security/passwords.ts'
import { PASSWORD, unique } from './factories.ts'
import type { TestApp } from './harness.ts'

export type MadeGuardian = { id: string; name: string; address: string; token: string }

/** Creates a guardian with a proved email and the password of all test students, who is logged in. */
export async function makeGuardian(t: TestApp): Promise<MadeGuardian> {
  const [id, address, name] = [randomUUID(), `${unique('g')}@home.example`, 'Mama Ada']
  const now = t.app.clock.now()
  const passwordHash = await hashPassword(PASSWORD)
  await t.app.db
    .insert(guardians)
    .values({ id, name, address, addressKey: address, passwordHash, createdAt: now, lastActiveAt: now })
  const { token } = await t.app.db.transaction((tx) =>
    startGuardianSession(t.app, tx, { guardianId: id, device: 'Chrome on Android' }),
  )
  return { id, name, address, token }
}

export type MadeChild = { username: string; password: string }

/** Adds a child to a guardian, as the page does. A child born in 2018 stays in category 5-10 until 2029. */
export async function makeChild(
  t: TestApp,
  guardian: MadeGuardian,
  changes: Partial<RequestOf<typeof addChild>['body']> = {},
): Promise<MadeChild & { id: string }> {
  const form = {
    username: unique('k'),
    password: PASSWORD,
    birth: '2018-05-01',
    gender: 'female' as const,
    agrees: true as const,
    ...changes,
  }
  await t.as(guardian.token)(addChild, { body: form })
  const child = await findStudentByUsername(t.app.db, form.username)
  return { id: child?.id ?? '', username: form.username, password: form.password }
}

/** Logs a guardian's child in. @returns the token of its session */
export async function logInChild(t: TestApp, { id }: { id: string }): Promise<string> {
  const child = await findStudentById(t.app.db, id)
  if (!child) throw new Error('There is no such child.')
  const manner = { device: undefined, rememberMe: true, userAgent: 'test' }
  return (await t.app.db.transaction((tx) => startStudentSession(t.app, tx, child, manner))).authToken
}
