import type { PointChange } from '@baobab/contract/students/points.ts'
import { expect, it } from 'vitest'
import { describeChange, explainScore } from './point-reasons.ts'

const change: PointChange = {
  _id: '7',
  at: '2026-05-06T07:08:09.000Z',
  ageCategory: '11-20',
  reason: 'answer',
  delta: 10,
  scoreAfter: 30,
  attemptId: 'a1',
  videoTitle: 'The Last Seat',
  questionNumber: 3,
  regrade: null,
  note: null,
}
const describe = (changes: Partial<PointChange>) => describeChange({ ...change, ...changes })

it('a score is the sum of its parts, as one sentence', () => {
  const parts = [
    { reason: 'answer', count: 140, points: 1_400 },
    { reason: 'regrade', count: 1, points: 10 },
    { reason: 'reset', count: 2, points: -200 },
  ]
  expect(explainScore({ score: 1_210, parts })).toBe(
    '1,210 points = 140 correct answers (1,400) + 1 corrected answer key (10) − 2 reset quizzes (200)',
  )
  expect(explainScore({ score: 0, parts: [] })).toBe('0 points = no correct answer yet')
})

it('a line names its question, its quiz and the reason of an admin', () => {
  expect(describe({})).toBe('Right answer to question 3 of “The Last Seat”.')
  expect(describe({ reason: 'first-answer', delta: 0 })).toBe('Wrong answer to question 3 of “The Last Seat”.')
  expect(describe({ questionNumber: null, videoTitle: null })).toBe('Right answer to a question of a deleted quiz.')
  expect(describe({ reason: 'reset', delta: -30, note: 'No power.' })).toBe(
    '“The Last Seat” was reset. Reason: No power.',
  )
  expect(describe({ reason: 'regrade', regrade: { from: 'Ada', to: 'Obi', voided: null } })).toBe(
    'The correct answer of question 3 of “The Last Seat” was changed from “Ada” to “Obi”.',
  )
  expect(describe({ reason: 'regrade', regrade: { from: 'Ada', to: '', voided: 'all' } })).toBe(
    'Void: everyone who answered question 3 of “The Last Seat” got its points.',
  )
  expect(describe({ reason: 'regrade', regrade: { from: 'Ada', to: 'Ada', voided: null } })).toBe(
    'It counts again: question 3 of “The Last Seat”.',
  )
  expect(describe({ reason: 'adjustment', delta: -20, note: 'Counted twice.' })).toBe(
    'An admin took points away. Reason: Counted twice.',
  )
  expect(describe({ reason: 'merged' })).toBe('Points for question 3 of “The Last Seat” came from a merged account.')
  expect(describe({ reason: 'merged', delta: -30 })).toBe('The points moved to another account of this student.')
})

it.each(['gift', 'toString', '__proto__', ''])('an unknown reason (%s) has a general sentence', (reason) => {
  expect(describe({ reason })).toBe(`Another change (${reason}).`)
  expect(explainScore({ score: 5, parts: [{ reason, count: 1, points: 5 }] })).toBe('5 points = 1 other change (5)')
})
