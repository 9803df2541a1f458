// What maintenance in memory refuses, and until when. Without a database.
import { expect, it } from 'vitest'
import {
  pausedSince,
  quizTime,
  readMaintenance,
  requireNoPause,
  requirePaymentsOpen,
  requireQuizzesOpen,
} from './require-open.ts'
import { Refusal } from '../http/errors.ts'
import { CLOSING_MS, type MaintenanceTimes } from './rules.ts'

const HOUR = 3_600_000
const now = new Date('2026-11-25T12:00:00Z')

/** A server that knows of maintenance starting in this many milliseconds, or of none. */
function know(startsInMs: number | undefined) {
  const current: MaintenanceTimes | undefined =
    startsInMs === undefined
      ? undefined
      : { startsAt: new Date(now.getTime() + startsInMs), expectedEndAt: new Date(now.getTime() + startsInMs + HOUR) }
  const maintenance = {
    current: () => current,
    refresh: async () => {},
    onChange: () => () => {},
    close: async () => {},
  }
  const clock = { now: () => now, offsetMs: () => 0, set: () => {}, advance: () => {}, correct: () => {} }
  return { maintenance, clock }
}

/** Returns the code and the sentence of a refusal; null if nothing is refused. */
function refusalOf(call: () => void): string | null {
  try {
    call()
    return null
  } catch (error) {
    return error instanceof Refusal ? `${error.code}: ${error.details.message}` : String(error)
  }
}

it.each([
  ['none', undefined, null],
  ['one in more than a day', 24 * HOUR + 1, null],
  ['one in a day', 24 * HOUR, 'planned'],
  ['one in a moment', CLOSING_MS, 'closing'],
  ['one that is on', 0, 'on'],
  ['one that has been on for long', -90 * HOUR, 'on'],
])('students see of %s', (_what, startsInMs, phase) => {
  expect(readMaintenance(know(startsInMs))?.phase ?? null).toBe(phase)
})

it('students see both times', () => {
  expect(readMaintenance(know(HOUR))).toEqual({
    phase: 'planned',
    startsAt: '2026-11-25T13:00:00.000Z',
    expectedEndAt: '2026-11-25T14:00:00.000Z',
  })
})

it.each([
  ['without one', undefined, null],
  ['before it begins', 1, null],
  ['as it begins', 0, now],
  ['while it is on', -HOUR, new Date(now.getTime() - HOUR)],
])('quiz time stands still from the start of maintenance: %s', (_when, startsInMs, since) => {
  expect(pausedSince(know(startsInMs))).toEqual(since)
  expect(quizTime(know(startsInMs))).toEqual(since ?? now)
})

const answer = expect.stringMatching(/^maintenance: We are working on Baobab\. The clock is stopped/)
const soon = expect.stringMatching(/^maintenance: We are about to work on Baobab, so you cannot start a new quiz now\./)
const quiz = expect.stringMatching(/^maintenance: We are working on Baobab, so you cannot start a quiz now\./)
const payment = expect.stringMatching(/^maintenance: We are working on Baobab, so you cannot pay now\./)

it.each([
  ['without one', undefined, [null, null, null]],
  ['while it is planned', CLOSING_MS + 1, [null, null, null]],
  ['shortly before', CLOSING_MS, [null, soon, payment]],
  ['just before', 1, [null, soon, payment]],
  ['while it is on', 0, [answer, quiz, payment]],
])('refuses, %s, an answer, a new quiz and a new payment', (_when, startsInMs, expected) => {
  const requirements = [requireNoPause, requireQuizzesOpen, requirePaymentsOpen]
  expect(requirements.map((require) => refusalOf(() => require(know(startsInMs))))).toEqual(expected)
})
