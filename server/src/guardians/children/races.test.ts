// Races of guardians over real connections: releaseTogether makes both statements wait for one row, so that they do meet.
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import type { Caller } from '@baobab/contract/kernel/client.ts'
import { addChild, listChildren, setChildPassword, withdrawFromChild } from '@baobab/contract/guardians/children.ts'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openConnections } from '../../../test/connections.ts'
import { PASSWORD, registration, unique } from '../../../test/factories.ts'
import { makeChild, makeGuardian, type MadeGuardian } from '../../../test/guardians.ts'
import { openTestApp } from '../../../test/harness.ts'
import { releaseTogether } from '../../../test/release-together.ts'
import { startStudentSession } from '../../accounts/log-in.ts'
import { findStudentById, findStudentByUsername } from '../../accounts/queries.ts'
import { registerStudent } from '../../accounts/register.ts'
import { registrations, sessions, students } from '../../accounts/tables.ts'

const t = await openTestApp()
const as: (token?: string) => Caller = await openConnections(t)

const childForm = (username = unique('k')) => ({
  username,
  password: PASSWORD,
  birth: '2014-05-01',
  gender: 'male' as const,
  agrees: true as const,
})
const add = ({ token }: MadeGuardian, username?: string) => as(token)(addChild, { body: childForm(username) })
const withdraw = ({ token }: MadeGuardian, { username }: { username: string }) =>
  as(token)(withdrawFromChild, { params: { username }, body: { password: PASSWORD } })
const guardianLock = ({ id }: MadeGuardian) => `select from guardians where id = '${id}' for update`
const countChildren = async ({ token }: MadeGuardian) => (await as(token)(listChildren, {})).children.length

/** Returns a call's error code, or 'ok' on success. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'ok'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

/** Makes calls that wait for the guardian's row and continue at the same moment. @returns their outcomes, sorted */
const race = (guardian: MadeGuardian, calls: readonly (() => Promise<unknown>)[]) =>
  releaseTogether([t], { lock: guardianLock(guardian), waiting: calls.length }, async () =>
    (await Promise.all(calls.map((call) => outcome(call())))).toSorted(),
  )

it('adds one of two children that come at once when there are five', async () => {
  const guardian = await makeGuardian(t)
  for (let n = 0; n < 5; n += 1) await makeChild(t, guardian)
  expect(await race(guardian, [() => add(guardian), () => add(guardian)])).toEqual(['ok', 'too_many_children'])
  expect(await countChildren(guardian)).toBe(6)
})

it('makes one child of the same request sent twice at once', async () => {
  const guardian = await makeGuardian(t)
  const username = unique('k')
  expect(await race(guardian, [() => add(guardian, username), () => add(guardian, username)])).toEqual(['ok', 'ok'])
  expect(await countChildren(guardian)).toBe(1)
})

it('gives a username that two guardians choose at once to one of them', async () => {
  const [one, two] = [await makeGuardian(t), await makeGuardian(t)]
  const username = unique('k')
  const outcomes = await Promise.all([outcome(add(one, username)), outcome(add(two, username))])
  expect(outcomes.toSorted()).toEqual(['ok', 'username_taken'])
})

it('gives a username that a registration and a guardian choose at once to one of them', async () => {
  const guardian = await makeGuardian(t)
  const { username, ...form } = registration()
  const outcomes = await Promise.all([
    outcome(registerStudent(t.app, { username, ...form }).catch(toApiError)),
    outcome(add(guardian, username)),
  ])
  const isPending = (await t.app.db.select().from(registrations).where(eq(registrations.username, username))).length
  const isChild = (await findStudentByUsername(t.app.db, username)) === undefined ? 0 : 1
  expect({ outcomes: outcomes.toSorted(), taken: isPending + isChild }).toEqual({
    outcomes: ['ok', 'username_taken'],
    taken: 1,
  })
})

/** Turns a refusal of an action into the error that its caller would get. */
function toApiError(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '') throw error
  throw new ApiError({ status: 409, code, message: '' })
}

it('erases a child once if its guardian withdraws twice at once', async () => {
  const guardian = await makeGuardian(t)
  const child = await makeChild(t, guardian)
  const both = await race(guardian, [() => withdraw(guardian, child), () => withdraw(guardian, child)])
  expect(both).toEqual(['not_found', 'ok'])
})

it('leaves no session of a child that logs in while its guardian withdraws', async () => {
  const guardian = await makeGuardian(t)
  const made = await makeChild(t, guardian)
  const child = await findStudentById(t.app.db, made.id)
  if (!child) throw new Error('There is no such child.')
  const lock = `select from students where id = '${made.id}' for update`
  const manner = { device: undefined, rememberMe: true, userAgent: 'test' }
  const logIn = () =>
    t.app.db.transaction(async (tx) => {
      const [row] = await tx.select().from(students).where(eq(students.id, child.id)).for('no key update')
      if (row?.passwordHash !== child.passwordHash) return 'refused'
      return startStudentSession(t.app, tx, child, manner)
    })
  await releaseTogether([t], { lock, waiting: 2 }, () => Promise.all([withdraw(guardian, made), logIn()]))
  expect(await t.app.db.select().from(sessions).where(eq(sessions.studentId, made.id))).toEqual([])
})

it('adds no child for a guardian whose account is erased meanwhile', async () => {
  const guardian = await makeGuardian(t)
  const lock = guardianLock(guardian)
  const change = `update guardians set erased_at = now() where id = '${guardian.id}'`
  const call = releaseTogether([t], { lock, waiting: 1, change }, () => outcome(add(guardian)))
  expect(await call).toBe('unauthorised')
  expect(await t.app.db.select().from(students).where(eq(students.guardianId, guardian.id))).toEqual([])
})

it('sets no child’s password with a guardian’s password that changes meanwhile', async () => {
  const guardian = await makeGuardian(t)
  const child = await makeChild(t, guardian)
  const change = `update guardians set password_hash = 'changed' where id = '${guardian.id}'`
  const body = { newPassword: 'Udara9fruit', password: PASSWORD }
  const params = { username: child.username }
  const call = releaseTogether([t], { lock: guardianLock(guardian), waiting: 1, change }, () =>
    outcome(as(guardian.token)(setChildPassword, { params, body })),
  )
  expect(await call).toBe('invalid')
})

it('does not add the withdrawn child again under its username', async () => {
  const guardian = await makeGuardian(t)
  const child = await makeChild(t, guardian)
  const again = () => add(guardian, child.username)
  const both = await race(guardian, [() => withdraw(guardian, child), again])
  // Adding it first returns the child that is there; adding it after the withdrawal is refused.
  expect([
    ['ok', 'ok'],
    ['ok', 'username_taken'],
  ]).toContainEqual(both)
  expect(await countChildren(guardian)).toBe(0)
})
