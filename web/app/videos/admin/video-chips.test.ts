import { expect, it } from 'vitest'
import { describeQuestions } from './video-chips.tsx'

it.each([
  [5, 12, '5 of 12 questions'],
  [12, 12, '12 questions'],
  [1, 1, '1 question'],
  [0, 0, '0 questions'],
])('a quiz that asks %i of %i has %j', (asked, pool, expected) => {
  const counts = { questionCounts: { '5-10': 3, '11-20': asked }, poolCounts: { '5-10': 3, '11-20': pool } }
  expect(describeQuestions(counts, '11-20')).toBe(expected)
})
