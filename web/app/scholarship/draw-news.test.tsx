import { drawNews, type DrawNews as News } from '@baobab/contract/scholarship/draw-news.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { storeStudentSession } from '../api/session.ts'
import { endCelebrations, readWaiting } from '../celebration/celebrate.ts'
import { phoneStorage } from '../browser/storage.ts'
import { DrawNews } from './draw-news.tsx'

const soon = '2099-11-03T12:00:00.000Z'
const prize: News['prizes'][number] = {
  month: '2026-10',
  state: 'unclaimed',
  claimBy: soon,
  agreement: 'missing',
  canClaim: true,
  paidOn: null,
  isHeld: false,
}
const latest: NonNullable<News['latest']> = {
  month: '2026-10',
  state: 'waiting',
  drawsAt: soon,
  canWin: true,
  leftOut: null,
  canClaim: false,
  drawnAt: null,
  winner: null,
}
const current = { month: '2026-11', isIn: true, rank: 12 }

function show(news: Partial<News>) {
  const session = { token: 't', username: 'ada', email: 'ada@home.example', studentId: 's1', ageCategory: '11-20' }
  storeStudentSession(session, true)
  vi.stubGlobal('fetch', async (url: string) =>
    url === drawNews.path
      ? Response.json({ prizes: [], latest: null, current: { ...current, isIn: false }, ...news })
      : Response.json({}, { status: 404 }),
  )
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <DrawNews />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

const drawn = { ...latest, state: 'drawn' as const, winner: 'Kunle', drawnAt: new Date().toISOString() }

it.each<[string, string, Partial<News>]>([
  ['You won the October scholarship!', 'Claim your prize by 3 November.', { prizes: [prize] }],
  [
    'You were picked in the October draw!',
    'First we have to check your account.',
    { prizes: [{ ...prize, isHeld: true }] },
  ],
  [
    'You won the October scholarship!',
    'The prize is on its way.',
    { prizes: [{ ...prize, state: 'confirmed', agreement: 'agreed', canClaim: false }] },
  ],
  ['You are in the October draw!', 'We pick the winner on 3 November.', { latest }],
  [
    'You are not in the October draw.',
    'You had not paid when the month ended.',
    { latest: { ...latest, canWin: false, leftOut: 'not-paid' } },
  ],
  ['Kunle won this time.', 'The November draw is open.', { latest: drawn }],
])('“%s” comes with “%s”', async (title, help, news) => {
  show(news)
  expect(await screen.findByRole('region', { name: title })).toBeDefined()
  expect(screen.getByText(help)).toBeDefined()
})

it('news that was hidden gives way to the next one, even at the next visit', async () => {
  show({ latest, current })
  await userEvent.click(await screen.findByRole('button', { name: 'Hide this' }))
  expect(document.activeElement?.textContent).toBe('You are in the November draw.')
  expect(screen.getByText(/^Stay in the top 1,000! /)).toBeDefined()
  cleanup()
  show({ latest, current })
  expect(await screen.findByRole('region', { name: 'You are in the November draw.' })).toBeDefined()
})

it('a rank that is better than on an earlier day is news, celebrated once a day', async () => {
  endCelebrations()
  phoneStorage.setItem(
    'drawNews_s1',
    JSON.stringify({
      dismissed: [],
      rank: { now: 15, day: '2026-11-01', board: '11-20', before: null },
    }),
  )
  show({ current: { ...current, isIn: false } })
  expect(await screen.findByRole('region', { name: 'You moved up to place 12!' })).toBeDefined()
  expect(screen.getByText('3 places higher than last time.')).toBeDefined()
  expect(readWaiting()).toEqual(['rank'])
  endCelebrations()
  cleanup()
  show({ current: { ...current, isIn: false } })
  expect(await screen.findByRole('region', { name: 'You moved up to place 12!' })).toBeDefined()
  expect(readWaiting()).toEqual([])
})

it('news that another student hid on this phone is shown, and stays hidden for that student', async () => {
  const others = JSON.stringify({ dismissed: ['listed 2026-10'] })
  phoneStorage.setItem('drawNews_s2', others)
  show({ latest })
  expect(await screen.findByRole('region', { name: 'You are in the October draw!' })).toBeDefined()
  expect(phoneStorage.getItem('drawNews_s2')).toBe(others)
})

it('nothing is shown without news, or if what is stored is damaged', async () => {
  phoneStorage.setItem('drawNews_s1', '{')
  show({})
  await waitFor(() => expect(phoneStorage.getItem('drawNews_s1')).toContain('"now":12'))
  expect(screen.queryByRole('region')).toBeNull()
})
