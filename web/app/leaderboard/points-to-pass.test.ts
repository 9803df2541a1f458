import { expect, test } from 'vitest'
import { pointsToPass } from './my-rank-card.tsx'

const board = [70, 70, 60, 40].map((score, at) => ({ _id: String(at), username: `student${at}`, score, rank: at + 1 }))

test('the next student is the last one with more points, and equal points are not enough to pass', () => {
  expect(pointsToPass(board, 40)).toEqual({ username: 'student2', points: 30 })
  expect(pointsToPass(board, 55)).toEqual({ username: 'student2', points: 10 })
})

test('no one is above the first, or above those who share the first rank', () => {
  expect(pointsToPass(board, 70)).toBeUndefined()
})

test('below the leaderboard, the next student is the last one on it', () => {
  expect(pointsToPass(board, 0)).toEqual({ username: 'student3', points: 50 })
})
