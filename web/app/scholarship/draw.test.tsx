import { MAX_ATTEMPTS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { readDraw, type DrawAttempt, type DrawDetail } from '@baobab/contract/scholarship/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, type LoaderFunction } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import DrawPage, { clientLoader } from './draw.tsx'

const month = '2026-10'
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

const waiting: DrawAttempt = {
  attempt: 0,
  round: 500,
  chainName: 'quicknet',
  dueAt: inHours(1),
  beacon: null,
  index: null,
  isWitnessDraw: false,
}

const toDetail = (attempt: Partial<DrawAttempt>, changes: Partial<DrawDetail>): DrawDetail => ({
  month,
  version: 1,
  state: 'waiting',
  drawsAt: attempt.dueAt ?? waiting.dueAt,
  entrantCount: 3,
  listHash: 'a'.repeat(64),
  winner: null,
  closesAt: inHours(-60),
  frozenAt: inHours(-59),
  rules: 'rules',
  chain: { hash: 'b'.repeat(64), name: 'quicknet', isSandbox: false },
  attempts: [{ ...waiting, ...attempt }],
  boards: null,
  notices: [],
  claims: { accepted: 0, refused: 0, unanswered: 0 },
  files: ['list.txt'],
  ...changes,
})

function show(
  attempt: Partial<DrawAttempt>,
  changes: Partial<DrawDetail> = {},
  { address = `/scholarship/${month}`, stamps = [] as object[] } = {},
) {
  const detail = readDraw.path.replace(':month', month)
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === `${detail}/time-stamps`) return Response.json({ stamps })
    if (url.startsWith(detail)) return Response.json(toDetail(attempt, changes))
    return Response.json({ status: 'error', message: 'Not found' }, { status: 404 })
  })
  const loader = clientLoader as unknown as LoaderFunction
  const route = { path: '/scholarship/:month', element: <DrawPage />, loader, errorElement: <p>Unknown page</p> }
  const router = createMemoryRouter([{ ...route, hydrateFallbackElement: <i /> }], { initialEntries: [address] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const beacon = { round: 77, signature: 'c'.repeat(96), randomness: 'd'.repeat(64) }

it('a number that is not due yet is one that nobody knows', async () => {
  show({})
  expect(await screen.findByText('This number picks the winner. Nobody can know it yet.')).toBeDefined()
  expect(screen.getByText('Round 500 of quicknet.')).toBeDefined()
})

it('a late number may be known to others', async () => {
  show({ dueAt: inHours(-1) })
  expect(await screen.findByText('This number picks the winner. We do not have it yet.')).toBeDefined()
})

it('a number that witnesses replace no longer comes', async () => {
  const at = inHours(-1)
  show({ dueAt: inHours(-200) }, { notices: [{ kind: 'witnesses', at, attempt: 0, witnesses: [] }] })
  expect(await screen.findByText('The public number is late.')).toBeDefined()
  expect(screen.queryByText(/Nobody can know it yet/)).toBeNull()
})

it.each([
  [MAX_ATTEMPTS - 1, 'We draw again with the same list.'],
  [MAX_ATTEMPTS, 'This was the last draw, so the month has no winner.'],
])('a disqualification that starts attempt %i says what comes next', async (attempt, next) => {
  const decided = { at: inHours(-1), index: 2, reason: 'refused', admins: 2 } as const
  show({}, { notices: [{ kind: 'disqualified', attempt, ...decided }] })
  expect(await screen.findByText(/Number 3 does not get the prize/)).toHaveProperty(
    'textContent',
    expect.stringContaining(next),
  )
})

it('a notice says how many admins decided, and who could no longer take part', async () => {
  const missing = [{ role: 'support', since: '2026-12-05T10:00:00.000Z' } as const]
  const notice = { at: inHours(-1), attempt: 1, index: 2, reason: 'refused', admins: 1, missing } as const
  show({}, { notices: [{ kind: 'disqualified', ...notice }] })
  expect(await screen.findByText(/^One person on our team decided this/)).toHaveProperty(
    'textContent',
    expect.stringMatching(
      /^One person on our team decided this\. Another person on our team \(Support\) has not been able to take part since 5 December/,
    ),
  )
})

it.each([
  ['held', 'We are checking the points of number 3.'],
  ['released', 'We have checked the points of number 3. It can win.'],
  ['disqualified', 'The student with number 3 was disqualified. The number cannot win.'],
  ['restored', 'The student with number 3 is no longer disqualified. The number can win.'],
] as const)('a notice says that an entry was %s, and that two admins decided it', async (change, sentence) => {
  show({}, { notices: [{ kind: 'changed', at: inHours(-1), attempt: 0, index: 2, change, admins: 2 }] })
  expect(await screen.findByText(new RegExp(sentence))).toHaveProperty(
    'textContent',
    expect.stringMatching(/Two people on our team decided this\.$/),
  )
})

it('a round from the next source names that source', async () => {
  show({ round: 77, chainName: 'default', beacon, index: 2 }, { state: 'drawn' })
  expect(await screen.findByText('Round 77 of default.')).toBeDefined()
})

it('a test draw does not claim a public source', async () => {
  const chain = { hash: 'e'.repeat(64), name: 'sandbox', isSandbox: true }
  show({ round: 77, chainName: 'sandbox', beacon, index: 2 }, { state: 'drawn', chain })
  expect(await screen.findByText('Round 77 of the test source.')).toBeDefined()
})

it('the time stamps of its files are listed on request', async () => {
  const name = 'list.txt.timestamp.example.tsr'
  const stamp = { name, file: 'list.txt', authority: 'timestamp.example', hash: 'f'.repeat(64), at: inHours(-58) }
  show({}, {}, { stamps: [stamp] })
  const title = await screen.findByText('Time stamps')
  expect(screen.queryByRole('link', { name })).toBeNull()
  await userEvent.click(title)
  const link = await screen.findByRole('link', { name })
  expect(link.getAttribute('href')).toBe(`/api/scholarship/draws/${month}/time-stamps/${name}`)
  expect(link.parentElement?.textContent).toContain(' timestamp.example, ')
})

it('a draw without time stamps says that only messages prove when its files existed', async () => {
  show({})
  await userEvent.click(await screen.findByText('Time stamps'))
  expect(await screen.findByText(/^There are no independent time stamps for this draw\./)).toBeDefined()
})

it('a page is printed without its QR code if the code cannot be made', async () => {
  vi.doMock('qrcode', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  show({})
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  vi.doUnmock('qrcode')
})

it.each(['2026-13', 'foo'])('%s is an unknown page', async (wrong) => {
  show({}, {}, { address: `/scholarship/${wrong}` })
  expect(await screen.findByText('Unknown page')).toBeDefined()
})
