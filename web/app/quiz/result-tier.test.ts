import { expect, it } from 'vitest'
import { findTier } from './tier-drawing.tsx'

it.each([
  [0, 50, 'hard'],
  [10, 50, 'hard'],
  [20, 50, 'start'],
  [30, 50, 'start'],
  [40, 50, 'good'],
  [490, 500, 'good'],
  [50, 50, 'perfect'],
  [0, 0, 'hard'],
])('%d of %d points: %s', (score, maxScore, tier) => {
  expect(findTier({ score, maxScore })).toBe(tier)
})
