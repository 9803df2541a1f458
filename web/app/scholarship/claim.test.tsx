import { myPrizes, type MyPrize } from '@baobab/contract/scholarship-prize.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import ClaimPage from './claim.tsx'

const prize: MyPrize = {
  month: '2026-10',
  state: 'unclaimed',
  claimBy: '2026-11-17T12:00:00.000Z',
  claim: null,
  paidOn: null,
  isHeld: false,
}

function show(changes: Partial<MyPrize>) {
  vi.stubGlobal('fetch', async (url: string) =>
    url === myPrizes.path
      ? Response.json([{ ...prize, ...changes }])
      : Response.json({ status: 'error', message: 'Not found' }, { status: 404 }),
  )
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <ClaimPage />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

it('a winner is congratulated and says whom to call', async () => {
  show({})
  expect(await screen.findByText(/^Congratulations!/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Fill in the form' }))
  expect(await screen.findByRole('button', { name: 'Claim your prize' })).toBeDefined()
})

it('a winner whose points are on hold reads that the prize waits, and finds no form', async () => {
  show({ isHeld: true })
  expect(
    await screen.findByText('Your entry was drawn. The prize waits until we have decided about your account.'),
  ).toBeDefined()
  expect(screen.queryByText(/^Congratulations!/)).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
