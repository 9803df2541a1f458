import type { Maintenance } from '@baobab/contract/maintenance/endpoints.ts'
import { finishAttempt, listAttempts, startAttempt } from '@baobab/contract/quiz/endpoints.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { storeStudentSession } from '../api/session.ts'
import { noteStream, receiveMaintenance } from '../maintenance/use-maintenance.ts'
import QuizPage from './quiz-page.tsx'

const toPath = (path: string) => path.replace(':videoTitle', 'Tales').replace(':ageCategory', '11-20')
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
const question = { _id: 'q1', question: 'Who told it?', options: ['A', 'B', 'C', 'D'], pictures: null }
const refusal = () =>
  Response.json({ status: 'error', code: 'maintenance', message: 'Later.', requestId: 'r' }, { status: 503 })

/** The server's replies: current maintenance, and the attempt with its deadline. */
let maintenance: Maintenance | null
let deadline: string
/** Deadlines for the next replies to the start, instead of `deadline`. */
let deadlines: string[]
let calls: string[]

beforeEach(() => {
  maintenance = null
  deadline = inSeconds(90)
  deadlines = []
  calls = []
  const times = () => ({ startedAt: inSeconds(-30), seconds: 120, deadline, serverNow: inSeconds(0) })
  const common = { _id: 'a1', videoTitle: 'Tales', ageCategory: '11-20' }
  const summary = () => ({
    ...common,
    ...times(),
    videoId: 'v1',
    hasVideo: true,
    state: 'running',
    score: 0,
    maxScore: 10,
    lockedAt: null,
  })
  const replies: Record<string, () => Response> = {
    [listVideos.path]: () => Response.json([]),
    [listAttempts.path]: () =>
      Response.json({
        attempts: [summary()],
        formerQuizzes: [],
        serverNow: inSeconds(0),
        maintenance,
        streakDays: 0,
        streakWeek: [],
      }),
    [toPath(startAttempt.path)]: () =>
      maintenance
        ? refusal()
        : Response.json({
            ...common,
            ...times(),
            deadline: deadlines.shift() ?? deadline,
            questions: [question],
            answers: [],
          }),
    [toPath(finishAttempt.path)]: () => Response.json({ score: 0, maxScore: 10, lockedAt: deadline }),
  }
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url)
    return replies[url]?.() ?? Response.json({}, { status: 404 })
  })
  const session = { token: 'token', username: 'ada', email: 'ada@home.example', studentId: 's1', ageCategory: '11-20' }
  storeStudentSession(session, false)
})
function show(): void {
  const router = createMemoryRouter([{ path: '*', element: <QuizPage /> }], {
    initialEntries: ['/student/trivia/page?video=v1'],
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

/** Maintenance that began when 89.5 s were left, which a clock shows as 01:30. */
const on = (): Maintenance => ({
  phase: 'on',
  startsAt: new Date(Date.parse(deadline) - 89_500).toISOString(),
  expectedEndAt: inSeconds(1_800),
})
const announce = () => act(() => receiveMaintenance(JSON.stringify({ maintenance })))

it('a pause replaces the question, which returns with the time that was left', async () => {
  show()
  expect(await screen.findByText('Who told it?')).toBeDefined()
  maintenance = on()
  announce()
  expect(await screen.findByRole('heading', { name: 'Your quiz is paused' })).toBeDefined()
  expect(screen.queryByText('Who told it?')).toBeNull()
  expect(screen.getByText('01:30 left')).toBeDefined()
  maintenance = null
  deadline = inSeconds(75)
  announce()
  expect(await screen.findByText('Who told it?')).toBeDefined()
  expect(screen.getByText(/^0[01]:\d\d$/)).toBeDefined()
  expect(calls).not.toContain(toPath(finishAttempt.path))
})

it('a page loaded during the pause shows it too, and no question', async () => {
  maintenance = on()
  show()
  expect(await screen.findByText('01:30 left')).toBeDefined()
  expect(screen.queryByText('Who told it?')).toBeNull()
})

describe('a page that shows the pause', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => {
    noteStream(false)
    vi.useRealTimers()
  })
  const asked = () => calls.filter((url) => url === listAttempts.path).length

  it('continues within five seconds of the end if it has no event stream', async () => {
    maintenance = on()
    show()
    expect(await screen.findByText('01:30 left')).toBeDefined()
    maintenance = null
    deadline = inSeconds(100)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(await screen.findByText('Who told it?')).toBeDefined()
  })

  it('asks at once when its stream opens, because the end may have been missed, and when the stream is lost', async () => {
    show()
    expect(await screen.findByText('Who told it?')).toBeDefined()
    maintenance = on()
    announce()
    expect(await screen.findByText('01:30 left')).toBeDefined()
    const before = asked()
    act(() => noteStream(true))
    await vi.waitFor(() => expect(asked()).toBe(before + 1), { timeout: 60_000 })
    act(() => noteStream(true))
    act(() => noteStream(false))
    await vi.waitFor(() => expect(asked()).toBe(before + 2), { timeout: 60_000 })
  })

  it('asks rarely if it has a stream, which reports the end of the maintenance', async () => {
    noteStream(true)
    show()
    expect(await screen.findByText('Who told it?')).toBeDefined()
    maintenance = on()
    announce()
    expect(await screen.findByText('01:30 left')).toBeDefined()
    const before = asked()
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(asked()).toBe(before)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(asked()).toBe(before + 1)
  })
})

it('a page that missed the pause does not finish a quiz that has time again', async () => {
  // The first reply says that one second is left; all later ones include the time that was added back.
  deadlines = [inSeconds(1)]
  deadline = inSeconds(100)
  show()
  const starts = () => calls.filter((url) => url === toPath(startAttempt.path)).length
  await vi.waitFor(() => expect(starts()).toBeGreaterThan(1), { timeout: 60_000 })
  expect(await screen.findByText(/^0[01]:[1-9]\d$/)).toBeDefined()
  expect(calls).not.toContain(toPath(finishAttempt.path))
})
