import { changeClaim, confirmPublicName, recordAgreement, type AdminPrize } from '@baobab/contract/scholarship/prize.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query.ts'
import { storeAdminSession } from '../../api/session.ts'
import { PrizeClaim } from './prize-claim.tsx'

const month = '2026-10'
const claim = {
  version: 8,
  guardianName: 'Halima Bello',
  guardianPhone: '+2348012345678',
  guardianEmail: '',
  publicName: 'Amina from Kano',
  claimedAt: '2026-11-05T12:00:00.000Z',
  changedBy: 'support1',
  reason: 'Her mother called.',
}
const earlier = { ...claim, version: 7, guardianPhone: '+2348099999999', changedBy: null, reason: null }
const prize: AdminPrize = {
  month,
  state: 'claimed',
  index: 2,
  username: 'amina01',
  drawnAt: '2026-11-03T12:00:00.000Z',
  claimBy: '2026-11-17T12:00:00.000Z',
  claim,
  earlierClaims: [earlier],
  agreement: 'missing',
  name: 'waiting',
  payout: null,
}

function show(changes: Partial<AdminPrize> = {}, role: 'owner' | 'finance' = 'owner') {
  storeAdminSession({ token: 't', username: 'owner', role }, true)
  const sent: { url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method !== 'POST') return Response.json([])
    sent.push({ url, body: await new Request('http://localhost', init).json() })
    return Response.json({ message: 'Done.' })
  })
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <PrizeClaim prize={{ ...prize, ...changes }} claim={claim} next="checking" />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return sent
}
const press = async (name: string, inside?: HTMLElement) =>
  userEvent.click((inside ? within(inside) : screen).getByRole('button', { name }))
const getDialog = () => screen.getByRole('dialog')
const toUrl = (endpoint: { path: string }) => endpoint.path.replace(':month', month)

it('a claim shows who changed it, why, and its previous values', () => {
  show()
  expect(screen.getByText(/^Changed by support1 on .*: Her mother called\.$/)).toBeDefined()
  expect(screen.getByText('Earlier versions (1)')).toBeDefined()
  expect(screen.getByText('+2348099999999')).toBeDefined()
})

it('the recorded agreement is to the version on the page, and comes before the name', async () => {
  const sent = show()
  expect(screen.queryByRole('button', { name: 'Confirm the name' })).toBeNull()
  await press('Record the agreement')
  await press('Record the agreement', getDialog())
  await waitFor(() => expect(sent).toEqual([{ url: toUrl(recordAgreement), body: { version: 8 } }]))
})

it('a name is confirmed as shown on the page', async () => {
  const sent = show({ agreement: 'agreed' })
  expect(screen.queryByRole('button', { name: 'Record the agreement' })).toBeNull()
  await press('Confirm the name')
  expect(within(getDialog()).getByText('Show “Amina from Kano” to everyone?')).toBeDefined()
  await press('Confirm the name', getDialog())
  await waitFor(() => expect(sent).toEqual([{ url: toUrl(confirmPublicName), body: { version: 8 } }]))
})

it('a claim cannot be changed without a reason', async () => {
  const sent = show({ agreement: 'agreed', name: 'confirmed', state: 'confirmed' })
  await press('Change the claim')
  await press('Change the claim', getDialog())
  expect(await within(getDialog()).findByText('Reason is required')).toBeDefined()
  await userEvent.type(within(getDialog()).getByLabelText('Reason'), 'A wrong digit.')
  await press('Change the claim', getDialog())
  const { guardianName, guardianPhone, guardianEmail, publicName } = claim
  const body = { guardianName, guardianPhone, guardianEmail, publicName, reason: 'A wrong digit.' }
  await waitFor(() => expect(sent).toEqual([{ url: toUrl(changeClaim), body }]))
})

it('a finance admin can read the claim but not change it', () => {
  show({}, 'finance')
  expect(screen.getByText('+2348012345678')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
