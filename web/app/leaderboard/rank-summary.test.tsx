// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RankSummary } from './rank-summary.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const summary = (rank: number) => <RankSummary username="ada01" category="11-20" rank={rank} score={30} total={1_200} />

test('a first visit shows rank, score and total, and no change', () => {
  render(summary(8))
  expect(screen.getByText('8')).toBeTruthy()
  expect(screen.getByText('of 1,200 students, 30 points')).toBeTruthy()
  expect(screen.queryByText(/since your last visit/)).toBeNull()
})

test('a later visit shows how far the rank has moved, up or down', () => {
  render(summary(8)).unmount()
  render(summary(5)).unmount()
  render(summary(6))
  expect(screen.getByText('1 place down since your last visit')).toBeTruthy()
  cleanup()
  localStorage.setItem('rank_ada01_11-20', '8')
  render(summary(5))
  expect(screen.getByText('3 places up since your last visit')).toBeTruthy()
})

test('screen readers announce a new rank, but not the first one', () => {
  const { rerender } = render(summary(8))
  expect(screen.getByRole('status').textContent).toBe('')
  rerender(summary(7))
  expect(screen.getByRole('status').textContent).toBe('Your rank is now 7.')
})
