// Takes quizzes at a chosen pace, on chosen devices and networks, and reads the resulting fair-play flags.
import { holdStudent, readFlagged } from '@baobab/contract/fair-play/admin.ts'
import { appealHold } from '@baobab/contract/fair-play/endpoints.ts'
import * as contract from '@baobab/contract/quiz/endpoints.ts'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import { logInStudent } from '../src/accounts/log-in.ts'
import { examineAttempts } from '../src/fair-play/examine-attempts.ts'
import { fairPlayFlags } from '../src/fair-play/tables.ts'
import { attemptOrigins, attempts } from '../src/quiz/tables.ts'
import { makeStudent, PASSWORD, type MadeQuiz, type MadeStudent, type registration } from './factories.ts'
import type { TestApp } from './harness.ts'
import { quizParams } from './take-quiz.ts'
import { waitFor } from './wait-for.ts'

/** A student who is logged in on a device and on a network. */
export type Player = MadeStudent & { address: string; device: string }

let addresses = 0
/** Returns a different network address on every call. */
export const newAddress = () => `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${(addresses += 1) & 255}`

type Place = { device?: string; address?: string; changes?: Parameters<typeof registration>[0] }

/** Creates a student who logs in on a device that others have used, or on a new one. */
export async function makePlayer(t: TestApp, { device, address = newAddress(), changes }: Place = {}): Promise<Player> {
  const student = await makeStudent(t, changes)
  // A browser belongs to the device of its first user, so no two may be remembered at the same instant.
  t.app.clock.advance(1)
  const credentials = { email: student.email, password: PASSWORD, device }
  const login = await logInStudent(t.app, credentials, { address, userAgent: 'test' })
  // A browser with several accounts sends the secrets of all of them.
  return { ...student, token: login.authToken, address, device: [login.device, device].filter(Boolean).join(' ') }
}

/** Logs a student in again, in a browser that also has others' secrets. */
export async function logInBeside(t: TestApp, player: Player, ...others: Player[]): Promise<Player> {
  t.app.clock.advance(1)
  const device = [player, ...others].map((one) => one.device).join(' ')
  const credentials = { email: player.email, password: PASSWORD, device }
  const { authToken } = await logInStudent(t.app, credentials, { address: player.address, userAgent: 'test' })
  return { ...player, token: authToken, device }
}

type Pace = {
  /** The milliseconds before each answer. */
  paceMs?: number
  /** The option chosen for the n-th question. */
  choose?: (n: number) => string
  /** Runs between the start and the first answer. */
  afterStart?: () => Promise<unknown>
}

/** Starts a quiz and answers all its questions, in the order they were added. */
export async function play(
  t: TestApp,
  player: Player,
  quiz: MadeQuiz,
  { paceMs = 0, choose = () => 'right', afterStart }: Pace = {},
): Promise<void> {
  const call = t.as(player.token, player.address)
  await call(contract.startAttempt, { params: quizParams(quiz) })
  await afterStart?.()
  for (const [n, { id: triviaId }] of quiz.questions.entries()) {
    t.app.clock.advance(paceMs)
    await call(contract.answerQuestion, { params: quizParams(quiz), body: { triviaId, answer: choose(n) } })
  }
}

/** Examines every finished attempt; waits if the app's own job is already doing so. */
export async function examine(t: TestApp): Promise<void> {
  await waitFor(async () => {
    await examineAttempts(t.app)
    const left = await t.app.db
      .select({ id: attempts.id })
      .from(attemptOrigins)
      .innerJoin(attempts, eq(attempts.id, attemptOrigins.attemptId))
      .where(and(isNull(attemptOrigins.examinedAt), isNotNull(attempts.lockedAt)))
    expect(left).toEqual([])
  })
}

/** Returns a student's flags, oldest first, after examining every finished attempt. */
export async function flagsOf(t: TestApp, { id }: { id: string }) {
  await examine(t)
  return t.app.db.select().from(fairPlayFlags).where(eq(fairPlayFlags.studentId, id)).orderBy(asc(fairPlayFlags.seq))
}

/** Returns the id of a student's only attempt. */
export async function findAttemptId(t: TestApp, { id }: { id: string }): Promise<string> {
  const rows = await t.app.db.select({ id: attempts.id }).from(attempts).where(eq(attempts.studentId, id))
  expect(rows).toHaveLength(1)
  return rows[0]?.id ?? ''
}

/** Puts a student on hold and lets them appeal. @returns the id of the appeal */
export async function makeAppeal(t: TestApp, student: MadeStudent, admin: { token: string }): Promise<string> {
  const [asAdmin, params] = [t.as(admin.token), { username: student.username }]
  await asAdmin(holdStudent, { params, body: { reason: 'other' } })
  await t.as(student.token)(appealHold, { body: { text: 'I had seen the video three times.' } })
  const { appeals } = await asAdmin(readFlagged, { params })
  return appeals[0]?._id ?? ''
}
