import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { describe, expect, it } from 'vitest'
import { findNewLevel, isPersonalBest } from './achievements.tsx'

describe('what a quiz achieved', () => {
  const day = (number: number) => `2026-11-0${number}T12:00:00.000Z`
  const attempt = (videoTitle: string, score: number, lockedAt: string | null = day(1)) =>
    ({ videoTitle, ageCategory: '11-20', score, maxScore: 50, lockedAt }) as AttemptSummary
  const review = { title: 'New', ageCategory: '11-20' as const, score: 40, maxScore: 50, lockedAt: day(2) }

  it.each([
    ['the first quiz', [attempt('New', 40)], false],
    ['a larger share than all before', [attempt('New', 40), attempt('A', 30), attempt('B', 20)], true],
    ['the same share as one before', [attempt('A', 40), attempt('B', 20)], false],
    ['only a running quiz beside it', [attempt('A', 0, null)], false],
    ['reopened later, after a better one', [attempt('A', 30), attempt('B', 50, day(3))], true],
  ])('is a personal best? %s', (_, attempts, isBest) => expect(isPersonalBest(review, attempts)).toBe(isBest))

  it.each([
    ['from 40 to 80 points', [attempt('A', 40)], 3],
    ['from 50 to 90 points', [attempt('A', 50)], 4],
    ['from 95 to 135 points, within a level', [attempt('A', 50), attempt('B', 45)], undefined],
    ['reopened later, with 50 more points since', [attempt('A', 40), attempt('B', 50, day(3))], 3],
    [
      'reopened later, when nothing new came of it',
      [attempt('A', 50), attempt('B', 45), attempt('C', 5, day(3))],
      undefined,
    ],
    ['with its own points in the list already', [attempt('A', 50), attempt('B', 45), attempt('New', 40)], undefined],
  ])('is a new level? %s', (_, attempts, number) => expect(findNewLevel(review, attempts)?.number).toBe(number))
})
