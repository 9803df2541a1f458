import { expect, it } from 'vitest'
import * as schedule from './draw-schedule.ts'

const HOUR_MS = 3_600_000

it.each([
  ['frozen in time', '2026-11-30T23:10:00Z', '2026-12-03T12:00:00.000Z'],
  ['frozen exactly 48 hours before', '2026-12-01T12:00:00.000Z', '2026-12-03T12:00:00.000Z'],
  ['frozen a millisecond later', '2026-12-01T12:00:00.001Z', '2026-12-04T12:00:00.000Z'],
  ['frozen days later at noon', '2026-12-10T12:00:00.000Z', '2026-12-12T12:00:00.000Z'],
  ['frozen days later in the morning', '2026-12-10T08:30:15.250Z', '2026-12-12T12:00:00.000Z'],
  ['frozen days later in the evening', '2026-12-10T20:00:00.000Z', '2026-12-13T12:00:00.000Z'],
])('the draw of a list %s is at noon, at least 48 hours later', (_, frozenAt, draws) => {
  expect(schedule.drawTime('2026-11', new Date(frozenAt)).toISOString()).toBe(draws)
})

it('gives as much time as the rules say', () => {
  expect({
    freeze: schedule.FREEZE_AFTER_MS,
    notice: schedule.MIN_NOTICE_MS,
    strike: [schedule.STRIKE_BEFORE_MS, schedule.STRIKE_UNTIL_MS],
    redraw: schedule.REDRAW_AFTER_MS,
    answer: schedule.ANSWER_WITHIN_MS,
    fallback: schedule.FALLBACK_AFTER_MS,
    reveal: schedule.REVEAL_WITHIN_MS,
  }).toEqual({
    freeze: HOUR_MS / 6,
    notice: 48 * HOUR_MS,
    strike: [HOUR_MS, HOUR_MS / 2],
    redraw: 24 * HOUR_MS,
    answer: 14 * 24 * HOUR_MS,
    fallback: 7 * 24 * HOUR_MS,
    reveal: 7 * 24 * HOUR_MS,
  })
})
