import { describe, expect, it } from 'vitest'
import {
  addMonths,
  computeEraseAt,
  formatErasure,
  nextInactivityStep,
  parseErasure,
  type Erasure,
  type Inactivity,
} from './rules.ts'

const at = (text: string) => new Date(`${text}T08:00:00Z`)
const DAY_MS = 24 * 3_600_000
const inactivity = (changes: Partial<Inactivity> = {}): Inactivity => ({
  lastActiveAt: at('2024-03-10'),
  firstSentAt: null,
  lastSentAt: null,
  ...changes,
})

it.each([
  ['2024-03-10', 24, '2026-03-10'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2024-02-29', 24, '2026-02-28'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-15', -12, '2025-01-15'],
])('%s and %i months is %s', (day, months, expected) => {
  expect(addMonths(at(day), months)).toEqual(at(expected))
})

describe('an unused account', () => {
  it.each([
    ['2026-02-07', 'wait'],
    ['2026-02-08', 'first'],
    ['2029-01-01', 'first'],
  ])('on %s needs %s before the first email', (day, step) => {
    expect(nextInactivityStep(inactivity(), at(day))).toBe(step)
  })

  it.each([
    ['2026-03-02', 'wait'],
    ['2026-03-03', 'last'],
    ['2026-05-01', 'last'],
  ])('on %s needs %s after the first email', (day, step) => {
    expect(nextInactivityStep(inactivity({ firstSentAt: at('2026-02-08') }), at(day))).toBe(step)
  })

  it.each([
    ['2026-03-09', 'wait'],
    ['2026-03-10', 'erase'],
  ])('on %s needs %s after both emails', (day, step) => {
    const sent = { firstSentAt: at('2026-02-08'), lastSentAt: at('2026-03-03') }
    expect(nextInactivityStep(inactivity(sent), at(day))).toBe(step)
  })

  it('waits 30 days after a late first email and 7 days after a late last one', () => {
    const firstSentAt = at('2026-06-01')
    expect(nextInactivityStep(inactivity({ firstSentAt }), at('2026-06-23'))).toBe('wait')
    expect(nextInactivityStep(inactivity({ firstSentAt }), at('2026-06-24'))).toBe('last')
    const lastSentAt = at('2026-08-01')
    expect(nextInactivityStep(inactivity({ firstSentAt, lastSentAt }), at('2026-08-07'))).toBe('wait')
    expect(nextInactivityStep(inactivity({ firstSentAt, lastSentAt }), at('2026-08-08'))).toBe('erase')
  })

  it('is erased on the day named in both emails, if they are sent on time', () => {
    const now = at('2026-02-08')
    const first = inactivity()
    expect(computeEraseAt(first, now)).toEqual(at('2026-03-10'))
    const last = inactivity({ firstSentAt: now })
    expect(computeEraseAt(last, at('2026-03-03'))).toEqual(at('2026-03-10'))
  })

  it('is never erased before the day named in an email, nor within 7 days of the last email', () => {
    for (let late = 0; late < 400; late += 13)
      for (let later = 0; later < 60; later += 7) {
        const firstSentAt = new Date(at('2026-02-08').getTime() + late * DAY_MS)
        const named = computeEraseAt(inactivity(), firstSentAt)
        const lastSentAt = new Date(firstSentAt.getTime() + later * DAY_MS)
        const namedLast = computeEraseAt(inactivity({ firstSentAt }), lastSentAt)
        const eraseAt = computeEraseAt(inactivity({ firstSentAt, lastSentAt }), lastSentAt)
        expect(eraseAt).toEqual(namedLast)
        expect(eraseAt.getTime()).toBeGreaterThanOrEqual(named.getTime())
        expect(eraseAt.getTime() - lastSentAt.getTime()).toBeGreaterThanOrEqual(7 * DAY_MS)
        expect(eraseAt.getTime() - firstSentAt.getTime()).toBeGreaterThanOrEqual(30 * DAY_MS)
      }
  })
})

const ID = '0b8a5b6e-8a55-4c1e-9d1b-2f6f0c0a4b11'

it.each<Erasure>([
  { kind: 'student', id: ID },
  { kind: 'registration', id: ID },
])('reads the line that it writes beside the backups: %j', (erasure) => {
  expect(parseErasure(formatErasure(erasure))).toEqual(erasure)
})

it.each([
  '',
  'student',
  `student ${ID.slice(0, 30)}`,
  `student ${ID} `,
  `xstudent ${ID}`,
  `admin ${ID}`,
  `student ${ID}0`,
])('does not mistake %j for an erasure', (line) => {
  expect(parseErasure(line)).toBeUndefined()
})
