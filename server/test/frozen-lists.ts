// Freezes the list of a month in which students have answered questions, and reads the result.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { auditLines } from '../src/platform/audit/tables.ts'
import { eraseStudent } from '../src/privacy/erase-account.ts'
import { freezeDueLists } from '../src/scholarship/freeze-list.ts'
import { loadDraw } from '../src/scholarship/load-draw.ts'
import { drawEntries, drawEvents, draws } from '../src/scholarship/tables.ts'
import { makeQuiz, makeStudent, type MadeQuiz, type MadeStudent } from './factories.ts'
import { startTestApp, type KeptDatabase, type TestApp } from './harness.ts'
import { quizCalls } from './take-quiz.ts'

/** Answers the quiz's first questions correctly, for ten points each. */
export async function earn(t: TestApp, quiz: MadeQuiz, student: MadeStudent, points: number): Promise<MadeStudent> {
  for (let n = 0; n < points / 10; n += 1) await quizCalls((token) => t.as(token)).answer(student, quiz, n, 'right')
  return student
}

export const enter = async (t: TestApp, quiz: MadeQuiz, points: number): Promise<MadeStudent> =>
  earn(t, quiz, await makeStudent(t), points)

/** Erases an account whose session has ended by then. */
export const erase = (t: TestApp, { id }: MadeStudent): Promise<unknown> =>
  t.app.db.transaction((tx) => eraseStudent(t.app, tx, id))

export const setTo = (t: TestApp, at: Date, ms = 0): void => t.app.clock.set(new Date(at.getTime() + ms))

/** Moves past a month's close and freezes its list. */
export async function freezeMonth(t: TestApp, month: string): Promise<void> {
  setTo(t, monthCloses(month).closesAt, 10 * 60_000 + 1_000)
  await freezeDueLists(t.app)
}

export const readDraws = (t: TestApp) => t.app.db.select().from(draws).orderBy(asc(draws.month))

export const readEntries = (t: TestApp, drawId: string) =>
  t.app.db.select().from(drawEntries).where(eq(drawEntries.drawId, drawId)).orderBy(asc(drawEntries.position))

export const readAudit = (t: TestApp, action: string) =>
  t.app.db.select().from(auditLines).where(eq(auditLines.action, action))

export const readDrawn = (t: TestApp) => t.app.db.select().from(drawEvents).where(eq(drawEvents.kind, 'drawn'))

export async function onlyDraw(t: TestApp) {
  const [draw, ...others] = await readDraws(t)
  expect(others).toEqual([])
  if (!draw) throw new Error('there is no draw')
  return draw
}

export const loadOnlyDraw = async (t: TestApp) => loadDraw(t.app, t.app.db, await onlyDraw(t))

/** Returns the entries of the only draw, with the students' keys. */
export async function listNamedEntries(t: TestApp, all: Record<string, MadeStudent>) {
  const names = new Map(Object.entries(all).map(([name, { id }]) => [id, name]))
  const entries = await readEntries(t, (await onlyDraw(t)).id)
  return entries.map(({ studentId, points, leftOut }) => [names.get(studentId ?? ''), points, leftOut])
}

/** Freezes a month's list with three entrants, and keeps the database for the tests in a file. */
export async function keepFrozenMonth(
  settings: Record<string, string>,
): Promise<{ kept: KeptDatabase; month: string; entrants: MadeStudent[] }> {
  const t = await startTestApp(settings)
  const month = lagosDate(t.app.clock.now()).slice(0, 7)
  const quiz = await makeQuiz(t)
  const entrants: MadeStudent[] = []
  for (const points of [10, 20, 30]) entrants.push(await enter(t, quiz, points))
  await freezeMonth(t, month)
  return { kept: await t.closeAndKeep(), month, entrants }
}
