import type { Maintenance } from '@baobab/contract/maintenance/endpoints.ts'
import { listAttempts, type AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { apiQuery, queryClient } from '../api/query.ts'
import { noteServerTime, readClocks } from '../api/server-time.ts'
import { receiveMaintenance } from '../maintenance/use-maintenance.ts'
import { useRunningQuiz } from './running-quiz.tsx'

const attempt: AttemptSummary = {
  _id: 'a',
  videoId: 'v',
  videoTitle: 'The Lantern',
  hasVideo: true,
  ageCategory: '11-20',
  state: 'running',
  score: 0,
  maxScore: 50,
  startedAt: '2026-11-23T09:00:00.000Z',
  seconds: 120,
  deadline: '2026-11-23T09:02:00.000Z',
  lockedAt: null,
}

const setAttempts = (
  attempts: AttemptSummary[],
  serverNow = '2026-11-23T09:00:30.000Z',
  maintenance: Maintenance | null = null,
) => {
  // Each test begins at its own time. The last argument allows this to set the clock back.
  noteServerTime(new Headers({ 'x-server-time': serverNow }), readClocks(), readClocks(), true)
  queryClient.setQueryData(apiQuery(listAttempts, {}).queryKey, {
    attempts,
    formerQuizzes: [],
    serverNow,
    maintenance,
    streakDays: 0,
    streakWeek: [],
  })
}
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

beforeEach(() => {
  vi.useFakeTimers()
})
it('counts down by the server’s clock, even on a page opened later', () => {
  setAttempts([attempt])
  vi.advanceTimersByTime(5_000)
  const { result } = renderHook(() => useRunningQuiz(), { wrapper })
  expect(result.current).toEqual({ attempt, left: 85, totalSeconds: 120, isPaused: false })
  act(() => void vi.advanceTimersByTime(5_000))
  expect(result.current?.left).toBe(80)
})

it('Q-18 keeps counting while the phone sleeps and `performance.now()` stands still', () => {
  setAttempts([attempt])
  const { result } = renderHook(() => useRunningQuiz(), { wrapper })
  vi.setSystemTime(Date.now() + 80_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect(result.current?.left).toBe(10)
})

it('Q-18 counts by the server’s time from any reply, however the phone’s clock is set', () => {
  setAttempts([attempt])
  const { result } = renderHook(() => useRunningQuiz(), { wrapper })
  vi.setSystemTime(Date.now() + 3_600_000)
  act(() => noteServerTime(new Headers({ 'x-server-time': '2026-11-23T09:00:40.000Z' }), readClocks()))
  expect(result.current?.left).toBe(80)
})

it('shows neither a finished attempt nor one whose video was deleted', () => {
  setAttempts([
    { ...attempt, state: 'locked' },
    { ...attempt, hasVideo: false },
  ])
  expect(renderHook(() => useRunningQuiz(), { wrapper }).result.current).toBeUndefined()
})

it('stands still during maintenance, at the time that was left when it began', () => {
  const maintenance = {
    phase: 'on',
    startsAt: '2026-11-23T09:00:20.000Z',
    expectedEndAt: '2026-11-23T10:00:00.000Z',
  } as const
  setAttempts([attempt], '2026-11-23T09:00:20.000Z', maintenance)
  const { result } = renderHook(() => useRunningQuiz(), { wrapper })
  expect(result.current?.left).toBe(100)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(result.current).toMatchObject({ left: 100, isPaused: true })
})

it('has its whole time left if it began after the outage that the maintenance compensates for', () => {
  const maintenance = {
    phase: 'on',
    startsAt: '2026-11-23T08:30:00.000Z',
    expectedEndAt: '2026-11-23T10:00:00.000Z',
  } as const
  setAttempts([attempt], '2026-11-23T09:00:20.000Z', maintenance)
  expect(renderHook(() => useRunningQuiz(), { wrapper }).result.current?.left).toBe(120)
})

it('keeps counting from the list’s time when an event reports maintenance', () => {
  setAttempts([attempt])
  vi.advanceTimersByTime(30_000)
  const planned = { phase: 'planned', startsAt: '2026-11-23T12:00:00.000Z', expectedEndAt: '2026-11-23T13:00:00.000Z' }
  receiveMaintenance(JSON.stringify({ maintenance: planned }))
  expect(renderHook(() => useRunningQuiz(), { wrapper }).result.current?.left).toBe(60)
})

it('has the student’s full time after maintenance, which moved the deadline', () => {
  setAttempts([{ ...attempt, deadline: '2026-11-23T09:32:00.000Z' }], '2026-11-23T09:30:30.000Z')
  expect(renderHook(() => useRunningQuiz(), { wrapper }).result.current).toMatchObject({ left: 90, totalSeconds: 120 })
})
