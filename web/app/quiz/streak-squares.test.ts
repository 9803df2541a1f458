import { expect, it } from 'vitest'
import { streakLabel, streakSquares } from './streak-squares.ts'

const dyed = (days: number) => streakSquares(days).filter((square) => square === 'done').length

it('names the days in a row, and a row that has ended kindly', () => {
  expect([0, 1, 2, 1000].map(streakLabel)).toEqual([
    'Start a row of days',
    '1 day in a row',
    '2 days in a row',
    '1,000 days in a row',
  ])
})

it('shows one week: a square more each day, full on the seventh, a new one on the eighth', () => {
  expect([0, 1, 2, 6, 7, 8, 14, 15].map(dyed)).toEqual([0, 1, 2, 6, 7, 1, 7, 1])
  expect(streakSquares(400)).toHaveLength(7)
})
