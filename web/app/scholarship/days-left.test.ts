import { expect, it } from 'vitest'
import { formatDaysLeft } from './days-left.ts'

it.each([
  ['2026-11-28T22:59:59Z', '2 days left.'],
  ['2026-11-28T23:00:00Z', 'Tomorrow is the last day.'],
  ['2026-11-29T23:00:00Z', 'Today is the last day.'],
  ['2026-11-30T22:59:59Z', 'Today is the last day.'],
  ['2026-11-30T23:00:00Z', '30 days left.'],
])('at %s the page says: %s', (now, sentence) => expect(formatDaysLeft(Date.parse(now))).toBe(sentence))
