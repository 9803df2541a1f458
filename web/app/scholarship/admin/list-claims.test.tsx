import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import type { AdminListClaim } from '@baobab/contract/scholarship/prize.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { ListClaims } from './list-claims.tsx'

const open: AdminListClaim = {
  _id: 'c1',
  month: '2026-10',
  username: 'ada01',
  text: 'My mother paid on the 20th.',
  at: '2026-11-01T10:00:00.000Z',
  answer: null,
  answerText: null,
  answeredAt: null,
  claimBy: '2026-11-03T11:00:00.000Z',
  isOpen: true,
  positionNow: { ageCategory: '11-20', position: 1_001, leftOut: 'below-the-cut' },
}

function show(claims: AdminListClaim[], role: AdminRole = 'support') {
  storeAdminSession({ token: 'token', username: 'ada', role }, false)
  vi.stubGlobal('fetch', async () => Response.json({ open: claims.filter(({ isOpen }) => isOpen).length, claims }))
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <ListClaims />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

it('an admin reads what keeps each student out, and what was answered', async () => {
  const answered = { isOpen: false, positionNow: null, answeredAt: '2026-11-02T10:00:00.000Z' }
  show([
    open,
    { ...open, _id: 'c2', username: 'bola1', positionNow: { ageCategory: '5-10', position: 7, leftOut: null } },
    { ...open, _id: 'c3', username: 'chidi', positionNow: null },
    { ...open, ...answered, _id: 'c4', username: 'dayo1', answer: 'refused', answerText: 'It came later.' },
    { ...open, ...answered, _id: 'c5', username: 'efe01', answer: 'accepted' },
    { ...open, ...answered, _id: 'c6', username: 'femi1', answeredAt: null },
  ])
  await screen.findByText(/^3 students are waiting for an answer\./)
  const shown = (username: string) => within(screen.getByRole('article', { name: username }))
  expect(shown('ada01').getByText('Position 1,001 in 11-20. Left out because: Not in the top 1,000')).toBeDefined()
  expect(shown('bola1').getByText('Position 7 in 5-10. A new list would include this student.')).toBeDefined()
  expect(
    shown('chidi').getByText('The student was not in that month’s top 1,000, or was not on a leaderboard.'),
  ).toBeDefined()
  expect(shown('dayo1').getByText('It came later.')).toBeDefined()
  for (const [username, state] of [
    ['ada01', 'Open'],
    ['dayo1', 'Rejected'],
    ['efe01', 'Accepted'],
    ['femi1', 'Not answered in time'],
  ] as const)
    expect(shown(username).getByText(state)).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Reject claim' })).toHaveLength(3)
})

it('an auditor can only read, and nobody is missing from most lists', async () => {
  show([open], 'auditor')
  await screen.findByText('My mother paid on the 20th.')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  queryClient.clear()
  show([])
  expect(await screen.findByText('No claims')).toBeDefined()
})
