import {
  makeListClaim,
  myDraw,
  type ListClaim,
  type MyDraw as MyDrawReply,
} from '@baobab/contract/scholarship/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { MyDraw } from './my-draw.tsx'

const month = '2026-10'
const soon = new Date(Date.now() + 3_600_000).toISOString()
const past = new Date(Date.now() - 3_600_000).toISOString()
const claim: ListClaim = { text: 'I paid.', at: past, answer: null, answerText: null, answeredAt: null }
const missing = { month, leftOut: 'not-paid' as const, claimBy: soon, canClaim: true, claim: null }
type Missing = MyDrawReply['missingFrom'][number]

type Entry = MyDrawReply['entries'][number]

type Current = MyDrawReply['current']

const reply = (
  missingFrom: readonly Missing[],
  entry: Partial<Entry> = {},
  current: Partial<Current> = {},
): MyDrawReply => ({
  current: {
    month: '2026-11',
    closesAt: soon,
    drawsAt: soon,
    requiresPayment: true,
    rulesHash: 'a'.repeat(64),
    rank: 3,
    reasons: [],
    isHeld: false,
    ...current,
  },
  missingFrom: [...missingFrom],
  entries: [
    {
      month,
      state: 'waiting',
      drawsAt: soon,
      index: null,
      entrantCount: 23,
      leftOut: 'not-paid',
      leaf: null,
      receipt: null,
      listHash: 'b'.repeat(64),
      isStruck: false,
      hasWon: false,
      isHeld: false,
      ...entry,
    },
  ],
})

/** Shows the card with the server's first reply, and its reply after a message. */
function show(
  first: Missing[],
  { refusal, entry, month: ofMonth }: { refusal?: string; entry?: Partial<Entry>; month?: Partial<Current> } = {},
) {
  let current = first
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === myDraw.path) return Response.json(reply(current, entry, ofMonth))
    if (url === makeListClaim.path.replace(':month', month))
      bodies.push(JSON.parse(typeof init.body === 'string' ? init.body : ''))
    if (refusal !== undefined)
      return Response.json({ status: 'error', code: 'already_claimed', message: refusal }, { status: 409 })
    current = [{ ...missing, canClaim: false, claim }]
    return Response.json({ message: 'Thank you.' })
  })
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <MyDraw />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return bodies
}

const ask = () => screen.findByRole('button', { name: 'I should be on this list' })

it('a student who is missing from a list reads why, objects, and reads that the message arrived', async () => {
  const bodies = show([missing])
  await userEvent.click(await ask())
  expect(screen.getByText(/^You are not on this list\. You had not paid/)).toBeDefined()
  // Listed once, and not again as an entry.
  expect(screen.getAllByRole('link', { name: 'October 2026' })).toHaveLength(1)
  await userEvent.type(await screen.findByLabelText('Why should you be on this list?'), 'I paid.')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/^We got your message on .* A person will answer by /)).toBeDefined()
  expect(bodies).toEqual([{ text: 'I paid.' }])
  expect(screen.queryByRole('button', { name: 'I should be on this list' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('October 2026')
})

it('a refusal is shown in the server’s words', async () => {
  show([missing], { refusal: 'You told us already.' })
  await userEvent.click(await ask())
  await userEvent.type(await screen.findByLabelText('Why should you be on this list?'), 'I paid.')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You told us already.')
})

it('the answer is shown, and after a new list the student may object again', async () => {
  const refused = { ...claim, answer: 'refused' as const, answerText: 'It came later.', answeredAt: past }
  show([{ ...missing, claim: refused }])
  await ask()
  expect(screen.getByText('It came later.')).toBeDefined()
})

it('a message that nobody answered in time says so', async () => {
  show([{ ...missing, claimBy: past, canClaim: false, claim }])
  expect(await screen.findByText(/^We did not answer in time\./)).toBeDefined()
})

it('an entry with nothing to claim keeps its own line', async () => {
  show([])
  expect(await screen.findByText('You had not paid when the month ended.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

const won = { state: 'drawn' as const, index: 4, leftOut: null, hasWon: true }

it('a winner is asked to claim the prize', async () => {
  show([], { entry: won })
  expect(await screen.findByText('You won')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Claim your prize' })).toBeDefined()
})

it('a winner whose points are on hold is not congratulated, and reads that the prize waits', async () => {
  show([], { entry: { ...won, isHeld: true } })
  expect(await screen.findByText('You were picked! First we have to check your account.')).toBeDefined()
  expect(screen.queryByText('You won')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Claim your prize' })).toBeNull()
})

it('a student who was on no leaderboard reads why they are not on the list', async () => {
  show([{ ...missing, leftOut: null }])
  expect(await screen.findByText(/You were not in the top 1,000 when the month ended\./)).toBeDefined()
})

it('a student with a number that cannot win reads why, has the receipt, and may object', async () => {
  const numbered = { index: 7, leaf: 'c'.repeat(64), receipt: 'DRAW/2 receipt', isStruck: true }
  show([missing], { entry: numbered })
  expect(await screen.findByText(/^Your number cannot win\. You had not paid/)).toBeDefined()
  expect(screen.getByText('Your number is 8 of 23.')).toBeDefined()
  expect(screen.getByText(`R-${'c'.repeat(64)}`)).toBeDefined()
  expect(screen.getByText('DRAW/2 receipt')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'My number should be able to win' }))
  expect(await screen.findByLabelText('Why should your number be able to win?')).toBeDefined()
})

it.each([
  [1, /^More than 1,000 students are at the top\./],
  [1_000, /^More than 1,000 students are at the top\./],
  [1_001, /^Climb to the top 1,000 of your age group\./],
  [null, /^Climb to the top 1,000 of your age group\./],
])('a student with rank %s who is below the cut reads what helps', async (rank, sentence) => {
  show([], { month: { rank, reasons: ['below-the-cut'] } })
  expect(await screen.findByText(sentence)).toBeDefined()
})
