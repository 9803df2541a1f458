import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CLOSING_MS,
  extendDeadline,
  findTimesRefusal,
  mayBeReopened,
  nextPhaseIn,
  phaseAt,
  wasStopped,
  type Pause,
  type PausedAttempt,
} from './rules.ts'

const noon = Date.parse('2026-11-25T12:00:00.000Z')
const at = (ms: number) => new Date(noon + ms)
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('the phase of maintenance', () => {
  it('stays the same once it is on', () => {
    for (const ms of [0, 1, DAY]) expect(nextPhaseIn({ startsAt: at(0) }, at(ms))).toBeUndefined()
  })

  it.each([
    [-CLOSING_MS - 1, 'planned'],
    [-CLOSING_MS, 'closing'],
    [-1, 'closing'],
    [0, 'on'],
    [10 * DAY, 'on'],
  ])('%d ms after it begins is %s', (ms, phase) => {
    expect(phaseAt({ startsAt: at(0) }, at(ms))).toBe(phase)
  })

  it('is closing for as long as the longest quiz takes, including its grace period', () => {
    expect(CLOSING_MS).toBe(242_000)
  })

  it('changes exactly when announced, and not before', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2 * CLOSING_MS, max: -1 }), (ms) => {
        const maintenance = { startsAt: at(0) }
        const next = nextPhaseIn(maintenance, at(ms)) ?? NaN
        const phase = phaseAt(maintenance, at(ms))
        expect(phaseAt(maintenance, at(ms + next - 1))).toBe(phase)
        expect(phaseAt(maintenance, at(ms + next))).not.toBe(phase)
      }),
    )
  })
})

const pause: Pause = { from: at(0), until: at(HOUR) }
const attempt: PausedAttempt = {
  startedAt: at(-30_000),
  deadline: at(90_000),
  lockedAt: null,
  answeredCount: 1,
  questionCount: 5,
  lastAnswerAt: at(-10_000),
}

describe('an attempt', () => {
  it.each<[string, Partial<PausedAttempt>, boolean]>([
    ['that is running is stopped', {}, true],
    ['whose time ran out meanwhile is stopped', { lockedAt: at(90_000) }, true],
    ['finished by its student is not', { lockedAt: at(60_000) }, false],
    ['whose questions are all answered is not', { answeredCount: 5, lockedAt: at(90_000) }, false],
    ['in its grace when the pause begins is stopped', { deadline: at(-2_000) }, true],
    ['whose grace was over is not', { deadline: at(-2_001), lockedAt: at(-2_001) }, false],
    [
      'that began before the server knew of the pause is stopped',
      { startedAt: at(1_000), deadline: at(121_000) },
      true,
    ],
    ['that began at its end is not', { startedAt: at(HOUR), deadline: at(HOUR + 120_000) }, false],
  ])('%s', (_, changes, isStopped) => {
    expect(wasStopped({ ...attempt, ...changes }, pause)).toBe(isStopped)
  })

  it('has as much time after the pause as before it', () => {
    expect(extendDeadline(attempt, pause)).toEqual(at(HOUR + 90_000))
  })

  it('does not get back time that it used for an answer', () => {
    expect(extendDeadline({ ...attempt, lastAnswerAt: at(40_000) }, pause)).toEqual(at(HOUR + 50_000))
  })
})

describe('whatever happens', () => {
  const times = fc.record({
    startedMs: fc.integer({ min: -240_000, max: HOUR }),
    seconds: fc.constantFrom(120, 180, 240),
    answerMs: fc.option(fc.integer({ min: 0, max: 242_000 })),
    pauseMs: fc.integer({ min: 0, max: DAY }),
  })
  const toAttempt = ({
    startedMs,
    seconds,
    answerMs,
  }: {
    startedMs: number
    seconds: number
    answerMs: number | null
  }) => ({
    startedAt: at(startedMs),
    deadline: at(startedMs + seconds * 1_000),
    answeredCount: 0,
    questionCount: 5,
    lastAnswerAt: answerMs === null ? null : at(startedMs + answerMs),
  })

  it('nobody gains or loses time: the time left after the pause is what was left when the attempt was paused', () => {
    fc.assert(
      fc.property(times, ({ pauseMs, ...rest }) => {
        const [running, stopped] = [toAttempt(rest), { from: at(0), until: at(pauseMs) }]
        const stoodStillAt = Math.max(noon, running.startedAt.getTime(), running.lastAnswerAt?.getTime() ?? 0)
        const until = Math.max(stoodStillAt, stopped.until.getTime())
        const leftAfter = extendDeadline(running, stopped).getTime() - until
        expect(leftAfter).toBe(running.deadline.getTime() - stoodStillAt)
      }),
    )
  })

  it('an attempt gets at most the length of the pause, and never an earlier deadline', () => {
    fc.assert(
      fc.property(times, ({ pauseMs, ...rest }) => {
        const running = toAttempt(rest)
        const given =
          extendDeadline(running, { from: at(0), until: at(pauseMs) }).getTime() - running.deadline.getTime()
        expect(given).toBeGreaterThanOrEqual(0)
        expect(given).toBeLessThanOrEqual(pauseMs)
      }),
    )
  })
})

it.each([
  ['ran out', {}, 0, true],
  ['ran out as long ago as an outage may be given back', {}, DAY + 2_000, true],
  ['ran out longer ago', {}, DAY + 2_001, false],
  ['was finished by its student', { lockedAt: at(-1) }, 0, false],
  ['has all answers', { answeredCount: 5 }, 0, false],
  ['is open', { lockedAt: null }, 0, false],
])('whether an attempt that %s may be reopened', (_name, changes, agoMs, expected) => {
  const attempt = { deadline: at(0), lockedAt: at(0) as Date | null, answeredCount: 1, questionCount: 5, ...changes }
  expect(mayBeReopened(attempt, at(agoMs))).toBe(expected)
})

it.each([
  [0, HOUR, undefined],
  [1, HOUR, 'startsTooSoon'],
  [CLOSING_MS, HOUR, 'startsTooSoon'],
  [CLOSING_MS + 1, HOUR, undefined],
  [30 * DAY, 30 * DAY + HOUR, undefined],
  [0, DAY, undefined],
  [-1, HOUR, 'startsInThePast'],
  [30 * DAY + 1, 31 * DAY, 'startsTooLate'],
  [HOUR, HOUR, 'endsBeforeItStarts'],
  [0, DAY + 1, 'tooLong'],
])('maintenance from %d ms to %d ms is refused because of %s', (startMs, endMs, refusal) => {
  expect(findTimesRefusal({ startsAt: at(startMs), expectedEndAt: at(endMs) }, at(0))).toBe(refusal)
})
