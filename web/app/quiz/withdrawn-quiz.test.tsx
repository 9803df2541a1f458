// A running quiz continues to its result even if an admin has made its video a draft, and even after a reload.
import {
  listAttempts,
  reviewAttempt,
  startAttempt,
  type Attempt,
  type AttemptSummary,
} from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeVideo } from '../../test-samples.ts'
import { invalidate, queryClient } from '../api/query.ts'
import { storeStudentSession } from '../api/session.ts'
import QuizPage from './quiz-page.tsx'
import { useQuizzes } from './use-quizzes.ts'

const toPath = (path: string) => path.replace(':videoTitle', 'Tales').replace(':ageCategory', '11-20')
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
const times = () => ({ startedAt: inSeconds(-10), seconds: 120, deadline: inSeconds(110), serverNow: inSeconds(0) })
const question = { _id: 'q1', question: 'Who told it?', options: ['A', 'B', 'C', 'D'], pictures: null }
const makeSummary = (state: AttemptSummary['state']): AttemptSummary => ({
  ...times(),
  _id: 'a1',
  videoId: 'v1',
  videoTitle: 'Tales',
  hasVideo: state === 'running',
  ageCategory: '11-20',
  state,
  score: 0,
  maxScore: 10,
  lockedAt: state === 'running' ? null : inSeconds(0),
})
const attempt: Attempt = {
  ...times(),
  _id: 'a1',
  videoTitle: 'Tales',
  ageCategory: '11-20',
  questions: [question],
  answers: [],
}

let videos: unknown[]
let summary: AttemptSummary | undefined
beforeEach(() => {
  videos = []
  summary = makeSummary('running')
  const replies: Record<string, () => object> = {
    [listVideos.path]: () => videos,
    [listAttempts.path]: () => ({
      attempts: summary ? [summary] : [],
      formerQuizzes: [],
      serverNow: inSeconds(0),
      maintenance: null,
      streakDays: 0,
      streakWeek: [],
    }),
    [toPath(startAttempt.path)]: () => attempt,
    [toPath(reviewAttempt.path)]: () => ({}),
  }
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string) => {
    const reply = replies[url]
    return reply ? Response.json(reply()) : Response.json({}, { status: 404 })
  })
  const session = { token: 'token', username: 'ada', email: 'ada@home.example', studentId: 's1', ageCategory: '11-20' }
  storeStudentSession(session, false)
})
/** Shows what the hook last returned. */
function Lists() {
  const { quizzes } = useQuizzes()
  return <output>{`${quizzes.data?.videos.length} ${quizzes.data?.attempts[0]?.state}`}</output>
}
const untilGiven = (lists: string) => screen.findByText(lists)

function show(): void {
  const element = (
    <>
      <QuizPage />
      <Lists />
    </>
  )
  const router = createMemoryRouter([{ path: '*', element }], {
    initialEntries: ['/student/trivia/page?video=v1'],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
const findQuestion = () => screen.findByText('Who told it?')

it('continues after a reload, and while the lists are reloaded', async () => {
  show()
  await findQuestion()
  summary = makeSummary('locked')
  await invalidate(listAttempts)
  await untilGiven('0 locked')
  expect(screen.queryByText('Who told it?')).not.toBeNull()
})

it('continues when the video leaves the list after the start', async () => {
  videos = [makeVideo('v1', { title: 'Tales' })]
  summary = undefined
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Start anyway' }))
  await findQuestion()
  videos = []
  summary = makeSummary('running')
  await invalidate(listVideos, listAttempts)
  await untilGiven('0 running')
  expect(screen.queryByText('Who told it?')).not.toBeNull()
})

it('is not shown once it is over', async () => {
  summary = makeSummary('locked')
  show()
  expect(await screen.findByRole('heading', { name: 'We could not find this video.' })).toBeDefined()
})
