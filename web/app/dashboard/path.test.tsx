import type { AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import type { Today } from '@baobab/contract/quiz/practice.ts'
import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { makeAttempt, makeVideo } from '../../test-samples.ts'
import { apiQuery, queryClient } from '../api/query.ts'
import { QueryProvider } from '../api/query-provider.tsx'
import { chooseNextStep } from '../quiz/next-step.ts'
import { NextStepLink } from '../quiz/next-step-link.tsx'
import { countGrowth, Path } from './path.tsx'
import { describeNextVideo } from './text.ts'

const DAY = '2026-11-29'

/** Returns the names of the links that a page shows, with their addresses. */
function showLinks(page: React.ReactNode) {
  const router = createMemoryRouter([{ path: '/', element: <QueryProvider>{page}</QueryProvider> }])
  render(<RouterProvider router={router} />)
  return screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}

function showPath(videos: Video[], attempts: AttemptSummary[], today: Today) {
  const facts = { videos, category: '11-20' as const, quizzes: { attempts, formerQuizzes: [] }, today, day: DAY }
  return showLinks(<Path step={chooseNextStep({ ...facts, running: undefined })} {...facts} />)
}

const watched = (id: string) => makeVideo(id, { isWatched: true })
const nothing: Today = { practice: { count: 0, isDone: false }, replays: [], nextVideo: null }
const replay = (id: string, newCount: number) => ({
  videoId: id,
  videoTitle: id,
  ageCategory: '11-20' as const,
  newCount,
})

test('a new student sees two steps and one button, which plays', () => {
  expect(showPath([makeVideo('a'), makeVideo('b')], [], nothing)).toEqual([['Watch now', '/student/videos?video=a']])
  expect(screen.getByRole('heading').textContent).toBe('Story 1 of 2')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Watch', 'Answer'])
})

test('a finished path offers practice first, then what else there is, and says that money is needed', () => {
  const today = { ...nothing, practice: { count: 3, isDone: false }, replays: [replay('a', 2), replay('b', 1)] }
  const videos = [watched('a'), watched('b'), makeVideo('z', { isLocked: true })]
  const done = [makeAttempt('a'), makeAttempt('b')]
  expect(showPath(videos, done, today).map(([name]) => name)).toEqual([
    'Today’s 3 questions',
    '2 new questions',
    '1 new question',
    'Make a Payment of #1000',
  ])
  expect(screen.getByText('We are making new videos.')).toBeDefined()
})

test('the tree grows with each video, and a birthday or a withdrawn video takes nothing away', () => {
  const old = makeAttempt('gone', { hasVideo: false, ageCategory: '5-10' })
  expect(countGrowth([watched('a')], [makeAttempt('a'), old])).toBe(2)
  showPath([watched('a'), makeVideo('b')], [makeAttempt('a'), old], nothing)
  expect(screen.getByRole('img', { name: 'Your tree: 1 of 2 stories finished' })).toBeDefined()
})

test.each([
  [DAY, false, false, 'A new video comes today.'],
  ['2026-11-30', false, false, 'A new video comes tomorrow.'],
  ['2026-12-04', false, false, 'A new video comes on Friday, 4 December.'],
  ['2026-12-04', true, false, 'A new video comes on Friday, 4 December. It opens after you pay.'],
  ['2026-12-05', false, false, 'A new video comes on Saturday, 5 December.'],
  ['2026-12-06', false, false, undefined],
  ['2026-12-06', false, true, 'A new video comes on Sunday, 6 December.'],
])('of a video on %s (payment: %s), a path (finished: %s) says: %s', (on, isLocked, isOver, sentence) => {
  const next = { at: `${on}T09:00:00Z`, isLocked }
  expect(describeNextVideo({ next, day: DAY, isOver })).toBe(sentence)
})

test('without a scheduled video, only a finished path says that new ones are being made', () => {
  expect(describeNextVideo({ next: null, day: DAY, isOver: true })).toBe('We are making new videos.')
  expect(describeNextVideo({ next: null, day: DAY, isOver: false })).toBeUndefined()
})

test('after a quiz, the button leads to the next video, or to the dashboard if none is left, never to an empty list', () => {
  const show = (videos: Video[]) => {
    queryClient.setQueryData(apiQuery(listVideos, {}).queryKey, videos)
    queryClient.setQueryData(apiQuery(listAttempts, {}).queryKey, {
      attempts: [],
      formerQuizzes: [],
      serverNow: '2026-11-29T12:00:00Z',
      maintenance: null,
      streakDays: 0,
      streakWeek: [],
    })
    return showLinks(<NextStepLink video={{ _id: 'a' }} kind="accent" />)
  }
  expect(show([watched('a'), makeVideo('b')])).toEqual([['Next Video', '/student/videos?video=b']])
  expect(show([watched('a'), makeVideo('b', { isLocked: true })]).at(-1)).toEqual([
    'See what comes next',
    '/student/dashboard',
  ])
})
