import type { BeaconFile, ResultFile } from '@baobab/contract/scholarship/draw/files.ts'
import { checkDraw } from '@baobab/contract/scholarship/draw/check-draw.ts'
import { roundAt } from '@baobab/contract/scholarship/draw/schedule.ts'
import { formatDrawList } from '@baobab/contract/scholarship/draw/list.ts'
import { hashText } from '@baobab/contract/scholarship/draw/rules.ts'
import { makeChain } from '@baobab/contract/scholarship/draw/made-draw.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, type LoaderFunction } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import CheckPage, { clientLoader } from './check.tsx'

const month = '2026-11'
const { closesAt, drawsAt } = monthCloses(month)
const chain = makeChain('sandbox')
const round = roundAt(chain.chain, drawsAt)
const list = formatDrawList({
  protocol: 1,
  month,
  closesAt,
  rulesHash: hashText('rules'),
  chainHash: chain.chain.hash,
  round,
  leaves: ['a', 'b', 'c'].map((name) => hashText(name)).toSorted(),
})
const beacon: BeaconFile = chain.sign(round)
const drawn = checkDraw({ list, chain: chain.file, beacons: [beacon], notices: [] })
const winner = drawn.attempts[0]?.winner ?? 0
const result: ResultFile = {
  month,
  list: drawn.listHash,
  attempt: 0,
  seed: drawn.attempts[0]?.seed ?? '',
  outcome: 'drawn',
  index: winner,
  leaf: drawn.list?.leaves[winner] ?? '',
}
const texts: Record<string, string> = {
  'list.txt': list,
  'rules.txt': 'rules',
  'commit.json': JSON.stringify({
    month,
    list: drawn.listHash,
    round,
    entrants: 3,
    publishedAt: '2026-12-01T12:00:00Z',
  }),
  'chain.json': JSON.stringify(chain.file),
  'beacon.json': JSON.stringify(beacon),
  'result.json': JSON.stringify(result),
}
const saved = (changes: Partial<typeof texts> = {}) =>
  Object.entries({ ...texts, ...changes }).map(([name, text]) => new File([text ?? ''], name))
const forged = saved({ 'result.json': JSON.stringify({ ...result, index: (winner + 1) % 3 }) })

/** The server's replies; `answer` lets the first one arrive. */
function serve(detail: () => Response) {
  let answer: () => void = () => undefined
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async (url: string) => {
    await isAnswered
    if (url.endsWith('/time-stamps')) return Response.json({ stamps: [] })
    const name = url.split('/files/')[1]
    return name === undefined ? detail() : new Response(texts[name.split('?')[0] ?? ''])
  })
  return () => answer()
}

/** What the page reads about a draw. */
const detail = () =>
  Response.json({
    files: Object.keys(texts),
    listHash: drawn.listHash,
    month,
    state: 'drawn',
    attempts: [],
    winner: { index: winner },
  })
const offline = () => {
  throw new TypeError('Failed to fetch')
}
const missing = () => Response.json({ status: 'error', code: 'not_found', message: 'Not found' }, { status: 404 })

function open(address = `/scholarship/${month}/verify`) {
  const route = {
    path: '/scholarship/:month/verify',
    element: <CheckPage />,
    loader: clientLoader as unknown as LoaderFunction,
  }
  const router = createMemoryRouter([{ ...route, errorElement: <p>Unknown page</p>, hydrateFallbackElement: <i /> }], {
    initialEntries: [address],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const choose = async (files: File[]) => userEvent.upload(await screen.findByLabelText('Choose files'), files)
const compare = async (fingerprint: string) => {
  const field = screen.getByLabelText(/^Your message/)
  await userEvent.clear(field)
  await userEvent.type(field, fingerprint)
  await userEvent.click(screen.getByRole('button', { name: 'Compare and check' }))
}

it('a slow download does not overwrite the verdict on files chosen later', async () => {
  /** Checks of loaded files start once the page has been painted. */
  const checks: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (check: FrameRequestCallback) => checks.push(check))
  const paint = async () => {
    await expect.poll(() => checks).toHaveLength(1)
    await act(async () => {
      for (const check of checks.splice(0)) check(0)
      await new Promise((resolve) => setTimeout(resolve))
    })
  }
  const answer = serve(detail)
  open()
  await choose(forged)
  await paint()
  expect(screen.getByText('This draw is not correct.')).toBeDefined()
  answer()
  await paint()
  expect(screen.getByText('This draw is not correct.')).toBeDefined()
})

it('saved files stay chosen when a fingerprint is compared or the check is repeated, even without a network', async () => {
  serve(offline)()
  open()
  expect(await screen.findByText('The files could not be loaded.')).toBeDefined()
  expect(screen.getByText('You can check saved files without a network.')).toBeDefined()
  await choose(saved())
  expect(await screen.findByText('These files fit together.')).toBeDefined()
  await compare(drawn.listHash)
  expect(await screen.findByText('This draw is correct.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('This draw is correct.')).toBeDefined()
  await compare(drawn.listHash)
  expect(await screen.findByText('This draw is correct.')).toBeDefined()
  await compare('0'.repeat(64))
  expect(await screen.findByText('Your message does not match')).toBeDefined()
})

it('saved files that were not compared with anything are not called true', async () => {
  serve(offline)()
  open()
  await choose(saved())
  expect(await screen.findByText('These files fit together.')).toBeDefined()
  expect(screen.getByText('Compare the code in your message.')).toBeDefined()
  expect(screen.queryByText('This draw is correct.')).toBeNull()
  expect(screen.getByText('Computed from the list and the number')).toBeDefined()
})

it('a month without a draw says so, and something that is not a month is an unknown page', async () => {
  serve(missing)()
  open()
  expect(await screen.findByText('There is no draw for November 2026')).toBeDefined()
  expect(screen.queryByText('You can check saved files without a network.')).toBeNull()
  cleanup()
  for (const wrong of ['2026-13', 'foo', '2026-1']) {
    open(`/scholarship/${wrong}/verify`)
    expect(await screen.findByText('Unknown page')).toBeDefined()
    cleanup()
  }
})

it('G-19 files from the server prove nothing by themselves: only a message does', async () => {
  serve(detail)()
  open()
  expect(await screen.findByText('These files fit together.')).toBeDefined()
  expect(screen.queryByText('This draw is correct.')).toBeNull()
  await compare(`The code of the list: L-${drawn.listHash}`)
  expect(await screen.findByText('This draw is correct.')).toBeDefined()
  expect(screen.getByText('The code in your message matches this list.')).toBeDefined()
})

it('G-19 people who paste their own line see their own number', async () => {
  serve(detail)()
  open()
  await screen.findByText('These files fit together.')
  await compare(`R-${drawn.list?.leaves[1]}`)
  expect(await screen.findByText('You are number 2 of 3 on this list.')).toBeDefined()
  await compare('no code at all')
  expect(await screen.findByText('There is no code in this text. A code begins with L-, N- or R-.')).toBeDefined()
})

it('G-18 a check fails if the page and the files name different winners, and parents read what that means', async () => {
  serve(() =>
    Response.json({ files: Object.keys(texts), month, state: 'drawn', winner: { index: (winner + 1) % 3 } }),
  )()
  open()
  expect(await screen.findByText('This draw is not correct.')).toBeDefined()
  expect(screen.getByText(/The list and the number give a different winner from the one on the page\./)).toBeDefined()
})
