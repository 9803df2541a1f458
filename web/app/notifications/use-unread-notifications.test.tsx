import { liveNotifications } from '@baobab/contract/notifications/endpoints.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import { storeStudentSession } from '../api/session.ts'
import { noteStream, useMaintenance } from '../maintenance/use-maintenance.ts'
import { useUnreadNotifications } from './use-unread-notifications.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  noteStream(false)
  vi.unstubAllGlobals()
})

const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()

it('a paused quiz asks whether it can continue when the stream opens, and when it is lost', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  let asked = 0
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === liveNotifications.path)
      return new Response(new ReadableStream({ start: (controller) => void (stream = controller) }))
    if (url !== listAttempts.path) return Response.json({}, { status: 404 })
    asked += 1
    return Response.json({
      attempts: [
        {
          _id: 'a1',
          videoTitle: 'Tales',
          ageCategory: '11-20',
          videoId: 'v1',
          hasVideo: true,
          state: 'running',
          startedAt: at(-30),
          seconds: 120,
          deadline: at(90),
          score: 0,
          maxScore: 10,
          lockedAt: null,
        },
      ],
      formerQuizzes: [],
      serverNow: at(0),
      maintenance: { phase: 'on', startsAt: at(-10), expectedEndAt: at(600) },
      streakDays: 0,
      streakWeek: [],
    })
  })
  const session = { token: 'token', username: 'ada', email: 'ada@home.example', studentId: 's1', ageCategory: '11-20' }
  storeStudentSession(session, false)
  const { result } = renderHook(() => [useMaintenance(), useUnreadNotifications('token')], {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  await vi.waitFor(() => expect(result.current[0]).toMatchObject({ phase: 'on' }), { timeout: 60_000 })
  const first = asked
  stream?.enqueue(new TextEncoder().encode('event: unread\ndata: {"unread":3}\n\n'))
  await vi.waitFor(() => expect(result.current[1]).toBe(3), { timeout: 60_000 })
  await vi.waitFor(() => expect(asked).toBe(first + 1), { timeout: 60_000 })
  stream?.close()
  await vi.waitFor(() => expect(asked).toBe(first + 2), { timeout: 60_000 })
})
