import { expect, it } from 'vitest'
import { describeMovement } from './quiz-result.tsx'

it.each([
  [{ rankBefore: 6, rankNow: 3, passed: 'segun_9' }, 'You moved from 6th to 3rd, past segun_9'],
  [{ rankBefore: 1_204, rankNow: 1_111, passed: null }, 'You moved from 1,204th to 1,111th'],
  [{ rankBefore: 2, rankNow: 2, passed: 'segun_9' }, 'You moved past segun_9'],
  [{ rankBefore: null, rankNow: 21, passed: null }, 'You are on the leaderboard now: 21st'],
  [{ rankBefore: 2, rankNow: 2, passed: null }, undefined],
  [{ rankBefore: 2, rankNow: 3, passed: null }, undefined],
])('%j: %s', (movement, sentence) => {
  expect(describeMovement(movement)).toBe(sentence)
})
