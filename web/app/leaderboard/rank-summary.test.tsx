import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RankSummary } from './rank-summary.tsx'

const summary = (rank: number, rankOnMonday: number | null = null) => (
  <RankSummary category="11-20" rank={rank} score={30} total={1_200} rankOnMonday={rankOnMonday} />
)

test('shows rank, score and total, but no movement if there was no rank on Monday or it is unchanged', () => {
  render(summary(8))
  expect(screen.getByText('8')).toBeTruthy()
  expect(screen.getByText('of 1,200 students, 30 points')).toBeTruthy()
  expect(screen.queryByText(/this week/)).toBeNull()
  cleanup()
  render(summary(8, 8))
  expect(screen.queryByText(/this week/)).toBeNull()
})

test('shows how far the rank has moved this week, up or down', () => {
  render(summary(5, 8))
  expect(screen.getByText('3 places up this week')).toBeTruthy()
  cleanup()
  render(summary(6, 5))
  expect(screen.getByText('1 place down this week')).toBeTruthy()
})

test('screen readers announce a new rank, but not the first one', () => {
  const { rerender } = render(summary(8))
  expect(screen.getByRole('status').textContent).toBe('')
  rerender(summary(7))
  expect(screen.getByRole('status').textContent).toBe('Your rank is now 7.')
})
