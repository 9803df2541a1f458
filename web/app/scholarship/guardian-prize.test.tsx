import { agreeToPrize, readAgreementRequest } from '@baobab/contract/scholarship/prize.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import GuardianPrize from './guardian-prize.tsx'

const asked = {
  month: '2026-10',
  username: 'amina01',
  guardianName: 'Halima Bello',
  guardianPhone: '+2348012345678',
  publicName: '',
  agreeBy: '2026-11-17T12:00:00.000Z',
  hasAgreed: false,
}

/** Shows the page for a link, which the server answers or calls invalid. */
function show(reply: Partial<typeof asked> | 'invalid', search = '?claim=7&token=secret') {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body: unknown = await new Request('http://localhost', init).json()
    if (reply === 'invalid')
      return Response.json({ status: 'error', code: 'token_invalid', message: 'Invalid' }, { status: 400 })
    if (url === readAgreementRequest.path) return Response.json({ ...asked, ...reply })
    expect(url).toBe(agreeToPrize.path)
    sent.push(body)
    return Response.json({ message: 'Thank you. You have agreed.' })
  })
  render(
    <MemoryRouter initialEntries={[`/guardian-prize${search}`]}>
      <QueryClientProvider client={queryClient}>
        <GuardianPrize />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return sent
}

it('a guardian reads what the winner told us, and agrees only by clicking', async () => {
  const sent = show({})
  expect(await screen.findByText('Halima Bello')).toBeDefined()
  expect(screen.getByText('Only the username')).toBeDefined()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'I agree' }))
  expect(await screen.findByText('Thank you. You have agreed.')).toBeDefined()
  expect(sent).toEqual([{ claim: '7', token: 'secret' }])
})

it('a guardian who has already agreed reads so, and sees no button', async () => {
  show({ hasAgreed: true, publicName: 'Amina Bello' })
  expect(await screen.findByText('You have agreed. Our team will call you.')).toBeDefined()
  expect(screen.getByText('Amina Bello')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it.each([
  ['invalid', '?claim=7&token=old'],
  ['invalid', ''],
] as const)('a link that does not work says what to do (%s %s)', async (reply, search) => {
  show(reply, search)
  expect(await screen.findByText('This link no longer works.')).toBeDefined()
})
