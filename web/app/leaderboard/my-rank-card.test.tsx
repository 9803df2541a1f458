import { myRank, type LeaderboardEntry } from '@baobab/contract/leaderboard/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { storeStudentSession } from '../api/session.ts'
import { MyRankCard } from './my-rank-card.tsx'

/** Shows the card of a student of rank 1, on a board of students with the same score. */
function show(usernames: readonly string[]) {
  storeStudentSession(
    { token: 't', username: 'ada01', email: 'ada@a.example', studentId: 's1', ageCategory: '11-20' },
    true,
  )
  vi.stubGlobal('fetch', async (url: string) =>
    url.startsWith(myRank.path)
      ? Response.json({ rank: 1, score: 10, total: 1_200 })
      : Response.json({ status: 'error', message: 'Not found' }, { status: 404 }),
  )
  const board = usernames.map((username): LeaderboardEntry => ({ _id: username, username, score: 10, rank: 1 }))
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MyRankCard category="11-20" board={board} isOwn isLive />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

const others = (count: number) => Array.from({ length: count }, (_, n) => `other${n}`)

test('a student who ties with the last of the top 1,000 but is not among them is not told they are in it', async () => {
  show(others(1_000))
  expect(await screen.findByText(/^The top 1,000 can be in the draw/)).toBeDefined()
  expect(screen.queryByText(/^You are in the top 1,000/)).toBeNull()
})

test('a student on a full board is told they are in the top 1,000', async () => {
  show([...others(999), 'ada01'])
  expect(await screen.findByText(/^You are in the top 1,000/)).toBeDefined()
})

test('on a board that is not full, a rank is enough', async () => {
  show(others(5))
  expect(await screen.findByText(/^You are in the top 1,000/)).toBeDefined()
})
