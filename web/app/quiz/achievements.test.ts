import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { findNewLevel, isPersonalBest } from './achievements.tsx'

describe('what a quiz achieved', () => {
  const attempt = (videoTitle: string, score: number, state: 'locked' | 'running' = 'locked') =>
    ({ videoTitle, ageCategory: '11-20', score, maxScore: 50, state }) as AttemptSummary
  const review = { title: 'New', ageCategory: '11-20' as const, score: 40, maxScore: 50 }

  it.each([
    ['the first quiz', [attempt('New', 40)], false],
    ['a larger share than all before', [attempt('New', 40), attempt('A', 30), attempt('B', 20)], true],
    ['the same share as one before', [attempt('A', 40), attempt('B', 20)], false],
    ['only a running quiz beside it', [attempt('A', 0, 'running')], false],
  ])('is a personal best? %s', (_, attempts, isBest) => expect(isPersonalBest(review, attempts)).toBe(isBest))

  it.each([
    ['from 40 to 80 points', [attempt('A', 40)], 3],
    ['from 50 to 90 points', [attempt('A', 50)], 4],
    ['from 95 to 135 points, within a level', [attempt('A', 50), attempt('B', 45)], undefined],
    ['with its own points in the list already', [attempt('A', 50), attempt('B', 45), attempt('New', 40)], undefined],
  ])('is a new level? %s', (_, attempts, number) => expect(findNewLevel(review, attempts)?.number).toBe(number))
})
