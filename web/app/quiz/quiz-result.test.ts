import { describe, expect, it } from 'vitest'
import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { describeMovement, isPersonalBest } from './quiz-result.tsx'

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

describe('a personal best', () => {
  const attempt = (videoTitle: string, score: number, state: 'locked' | 'running' = 'locked') =>
    ({ videoTitle, score, maxScore: 50, state }) as AttemptSummary
  const review = { title: 'New', score: 40, maxScore: 50 }

  it.each([
    ['the first quiz', [attempt('New', 40)], false],
    ['a larger share than all before', [attempt('New', 40), attempt('A', 30), attempt('B', 20)], true],
    ['the same share as one before', [attempt('A', 40), attempt('B', 20)], false],
    ['only a running quiz beside it', [attempt('A', 0, 'running')], false],
  ])('%s', (_, attempts, isBest) => expect(isPersonalBest(review, attempts)).toBe(isBest))
})
