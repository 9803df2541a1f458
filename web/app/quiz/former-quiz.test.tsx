// A quiz that an erased account with the same email had started is shown as completed wherever it could otherwise be taken.
import { listAttempts, reviewAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeVideo } from '../../test-samples.ts'
import { queryClient } from '../api/query.ts'
import { storeStudentSession } from '../api/session.ts'
import QuizList from './quiz-list.tsx'
import QuizPage from './quiz-page.tsx'
import Review from './review.tsx'

const reviewPath = reviewAttempt.path.replace(':videoTitle', 'Former').replace(':ageCategory', '11-20')
const replies: Record<string, () => Response> = {
  [listVideos.path]: () => Response.json([makeVideo('v1', { title: 'Former' }), makeVideo('v2', { title: 'Other' })]),
  [listAttempts.path]: () =>
    Response.json({
      attempts: [],
      formerQuizzes: [{ videoId: 'v1', ageCategory: '11-20' }],
      streakDays: 0,
      streakWeek: [],
    }),
  [reviewPath]: () =>
    Response.json({ status: 'error', code: 'quiz_completed', message: 'Quiz already completed.' }, { status: 409 }),
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string) => replies[url]?.() ?? Response.json({}, { status: 404 }))
  const session = { token: 'token', username: 'ada', email: 'ada@home.example', studentId: 's1', ageCategory: '11-20' }
  storeStudentSession(session, false)
})
const show = (page: ReactNode, address: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>
    </QueryClientProvider>,
  )

it('in the list of quizzes, without a link for taking it', async () => {
  show(<QuizList />, '/student/trivia')
  const [other, former] = await screen.findAllByRole('article')
  if (!former || !other) throw new Error('not both quizzes are listed')
  expect(within(former).getByText('Quiz already completed.')).toBeDefined()
  expect(within(former).queryByRole('link')).toBeNull()
  expect(within(other).queryByText('Quiz already completed.')).toBeNull()
  expect(within(other).getByRole('link', { name: 'Take Quiz of Other' })).toBeDefined()
})

it('on its page, which cannot start it', async () => {
  show(<QuizPage />, '/student/trivia/page?video=v1')
  expect(await screen.findByRole('heading', { name: 'Quiz already completed.' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull()
  cleanup()
  show(<QuizPage />, '/student/trivia/page?video=v2')
  expect(await screen.findByRole('button', { name: 'Start anyway' })).toBeDefined()
})

it('in its review, which does not offer to take it', async () => {
  show(<Review />, '/student/review?video=v1')
  expect(await screen.findByRole('heading', { name: 'Quiz already completed.' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Take Quiz' })).toBeNull()
})
