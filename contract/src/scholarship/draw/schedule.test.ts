import { expect, it } from 'vitest'
import * as schedule from './schedule.ts'
import { quicknet, roundAt, timeOfRound } from './schedule.ts'

const HOUR_MS = 3_600_000

it.each([
  ['frozen in time', '2026-11-30T23:10:00Z', '2026-12-03T12:00:00.000Z'],
  ['frozen exactly 48 hours before', '2026-12-01T12:00:00.000Z', '2026-12-03T12:00:00.000Z'],
  ['frozen a millisecond later', '2026-12-01T12:00:00.001Z', '2026-12-04T12:00:00.000Z'],
  ['frozen days later at noon', '2026-12-10T12:00:00.000Z', '2026-12-12T12:00:00.000Z'],
  ['frozen days later in the morning', '2026-12-10T08:30:15.250Z', '2026-12-12T12:00:00.000Z'],
  ['frozen days later in the evening', '2026-12-10T20:00:00.000Z', '2026-12-13T12:00:00.000Z'],
])('a list frozen %s is drawn at noon, at least 48 hours later', (_, frozenAt, draws) => {
  expect(schedule.drawTime('2026-11', new Date(frozenAt)).toISOString()).toBe(draws)
})

it('leaves as much time as the rules promise', () => {
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

it('the round of the next attempt is the first at least 24 hours after the disqualification', () => {
  const round = schedule.redrawRound(quicknet, new Date('2026-12-05T09:00:00Z'))
  expect(timeOfRound(quicknet, round).getTime()).toBeGreaterThanOrEqual(Date.parse('2026-12-06T09:00:00Z'))
  expect(timeOfRound(quicknet, round - 1).getTime()).toBeLessThan(Date.parse('2026-12-06T09:00:00Z'))
})

it.each([
  ['2026-12-03T12:00:00Z', true],
  ['2026-12-04T12:00:00Z', true],
  ['2026-12-02T12:00:00Z', false],
  ['2026-12-03T12:00:30Z', false],
  ['2026-12-03T13:00:00Z', false],
  ['2026-12-04T11:59:30Z', false],
])('the round of %s is one that a list may name: %s', (time, isAllowed) => {
  expect(schedule.isDrawRound(quicknet, '2026-11', roundAt(quicknet, new Date(time)))).toBe(isAllowed)
})

it('a round exactly at noon on the 3rd is one that a list may name', () => {
  // A chain whose rounds begin exactly at noon.
  const chain = { ...quicknet, genesis: Date.parse('2026-12-03T12:00:00Z') / 1_000 - 30, period: 30 }
  expect([1, 2, 3].map((round) => schedule.isDrawRound(chain, '2026-11', round))).toEqual([false, true, false])
})
