import { myPrizes, type MyPrize } from '@baobab/contract/scholarship/prize.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
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
  agreement: 'missing',
  name: 'none',
  canClaim: true,
  paidOn: null,
  isHeld: false,
}

function show(changes: Partial<MyPrize>, refused?: { path: string; message: string }) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === myPrizes.path) return Response.json([{ ...prize, ...changes }])
    if (init?.method === 'POST') {
      if (refused)
        return Response.json({ status: 'error', code: 'invalid', message: 'No', errors: [refused] }, { status: 400 })
      sent.push(await new Request('http://localhost', init).json())
      return Response.json({ message: 'Thank you.' })
    }
    return Response.json({ status: 'error', message: 'Not found' }, { status: 404 })
  })
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <ClaimPage />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { sent }
}

it('a winner is congratulated and asked whom to call', async () => {
  show({})
  expect(await screen.findByText(/^Congratulations!/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Claim your prize' }))
  expect(await screen.findByRole('heading', { name: 'Step 1 of 3: Who gets it' })).toBeDefined()
})

it('a winner whose points are on hold reads that the prize waits, and sees no form', async () => {
  show({ isHeld: true, canClaim: false })
  expect(await screen.findByText('You were picked! First we have to check your account.')).toBeDefined()
  expect(screen.queryByText(/^Congratulations!/)).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

const claim = {
  guardianName: 'Halima Bello',
  guardianPhone: '+2348012345678',
  guardianEmail: '',
  publicName: 'Amina from Kano',
  claimedAt: '2026-11-04T12:00:00.000Z',
}

it('a winner who has claimed reads what is missing, and until when', async () => {
  show({ state: 'claimed', claim, name: 'waiting' })
  expect(await screen.findByText(/^Your parent or guardian must agree by .*17 Nov/)).toBeDefined()
  expect(
    screen.getByText(/^The name “Amina from Kano” will be shown once your parent or guardian agrees/),
  ).toBeDefined()
  expect(screen.getByRole('button', { name: 'Change what you sent' })).toBeDefined()
})

it('a winner whose guardian has agreed reads that our team still has to approve the name', async () => {
  show({ state: 'claimed', claim, agreement: 'agreed', name: 'waiting' })
  expect(await screen.findByText('Your parent or guardian has agreed.')).toBeDefined()
  expect(screen.getByText(/^Our team is still checking the name “Amina from Kano”/)).toBeDefined()
})

it('a winner whose prize is confirmed reads who can change it, and sees no form', async () => {
  show({ state: 'confirmed', claim, agreement: 'agreed', name: 'confirmed', canClaim: false })
  expect(await screen.findByText(/only our team can change what you sent/)).toBeDefined()
  expect(screen.getByText('The draw page shows the name “Amina from Kano”.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('a winner reads that a guardian must agree again to changes made after the prize was confirmed', async () => {
  show({ state: 'confirmed', claim, canClaim: false })
  expect(await screen.findByText(/must agree again before the prize is paid/)).toBeDefined()
  expect(screen.queryByText(/somebody else may win/)).toBeNull()
})

it('a claim is sent with the password', async () => {
  const { sent } = show({ state: 'claimed', claim, agreement: 'agreed' })
  await userEvent.click(await screen.findByRole('button', { name: 'Change what you sent' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  const step = await screen.findByRole('group', { name: 'Step 2 of 3: Who we call' })
  expect(step.contains(document.activeElement)).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Amina from Kano')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save the changes' }))
  expect(await screen.findByText('Password is required')).toBeDefined()
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText('Your password'), 'Mango7tree')
  await userEvent.click(screen.getByRole('button', { name: 'Save the changes' }))
  const { claimedAt: _, ...body } = claim
  await waitFor(() => expect(sent).toEqual([{ ...body, guardianAgrees: true, password: 'Mango7tree' }]))
})

it.each([
  ['a name', { guardianName: '' }, 'Who gets it', /is required$/],
  ['a phone number', { guardianPhone: '' }, 'Who we call', /is required$/],
])('a claim without %s stays at that step', async (_what, changes, step, message) => {
  show({ state: 'claimed', claim: { ...claim, ...changes }, agreement: 'agreed' })
  await userEvent.click(await screen.findByRole('button', { name: 'Change what you sent' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  if (step === 'Who we call') await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByRole('heading', { name: new RegExp(`: ${step}$`) })).toBeDefined()
})

it('a refused field leads back to its step, and what was typed in the others stays', async () => {
  show({ state: 'claimed', claim, agreement: 'agreed' }, { path: 'publicName', message: 'Somebody else has this' })
  await userEvent.click(await screen.findByRole('button', { name: 'Change what you sent' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  await userEvent.clear(await screen.findByLabelText("Parent's or guardian's phone number"))
  await userEvent.type(screen.getByLabelText("Parent's or guardian's phone number"), '+2348098765432')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await userEvent.type(await screen.findByLabelText('Your password'), 'Mango7tree')
  await userEvent.click(screen.getByRole('button', { name: 'Save the changes' }))
  expect(await screen.findByText('Somebody else has this')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Step 1 of 3: Who gets it' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByDisplayValue('+2348098765432')).toBeDefined()
})

it.each<[Partial<MyPrize>, string]>([
  [{}, 'You tell us who gets it'],
  [{ state: 'claimed', claim }, 'Your parent or guardian agrees'],
  [{ state: 'claimed', claim, agreement: 'not-needed' }, 'We call them and check everything'],
  [{ state: 'confirmed', claim, agreement: 'agreed', canClaim: false }, 'We pay the prize'],
  [{ state: 'confirmed' }, 'You tell us who gets it'],
])('a winner sees where the prize is now: %j', async (changes, stage) => {
  show(changes)
  const current = (await screen.findAllByRole('listitem')).find((item) => item.getAttribute('aria-current') === 'step')
  expect(current?.textContent).toBe(`${stage}Now`)
})
