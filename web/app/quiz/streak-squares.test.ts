import { expect, it } from 'vitest'
import { streakSquares } from './streak-squares.ts'
import { text } from './text.ts'

const countDone = (days: number) => streakSquares(days).filter((square) => square === 'done').length

it('names the length of a streak, and encourages a new one after it has ended', () => {
  expect([0, 1, 2, 1000].map(text.streak)).toEqual([
    'Start a streak',
    '1 day in a row',
    '2 days in a row',
    '1,000 days in a row',
  ])
})

it('shows one week: one square more each day, full on the seventh, a new week on the eighth', () => {
  expect([0, 1, 2, 6, 7, 8, 14, 15].map(countDone)).toEqual([0, 1, 2, 6, 7, 1, 7, 1])
  expect(streakSquares(400)).toHaveLength(7)
})
