import { beforeEach, expect, it, vi } from 'vitest'
import { listSessions } from '@baobab/contract/accounts/sessions.ts'
import { updateStudentPicture } from '@baobab/contract/profile/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import { callApi } from './call-api.ts'
import { withTimeLimit } from './time-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
/** A request that never gets a reply, like fetch on a silent network. */
const waitForever = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    // oxlint-disable-next-line prefer-promise-reject-errors -- fetch rejects with the reason of the signal
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
  })
const outcomeOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

it('ends a request without a reply at the limit', async () => {
  const outcome = outcomeOf(withTimeLimit(waitForever, { ms: 1_000 }))
  await vi.advanceTimersByTimeAsync(999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toMatchObject({ status: 0, code: 'no_reply' })
})

it('returns the reply and leaves no timer behind', async () => {
  expect(await withTimeLimit(async () => 'reply')).toBe('reply')
  expect(vi.getTimerCount()).toBe(0)
})

it('throws the caller’s abort reason, before and during the request', async () => {
  const reason = new Error('the page was left')
  expect(await outcomeOf(withTimeLimit(waitForever, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  const leaving = new AbortController()
  const outcome = outcomeOf(withTimeLimit(waitForever, { signal: leaving.signal }))
  leaving.abort(reason)
  expect(await outcome).toBe(reason)
  expect(vi.getTimerCount()).toBe(0)
})

it('admin calls may take longer than student calls, and uploads as long as they need', async () => {
  vi.stubGlobal('location', { pathname: '/student/setting' })
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => waitForever(signal ?? new AbortController().signal))
  const ended: string[] = []
  const watch = (name: string, call: Promise<unknown>) => void call.catch(() => ended.push(name))
  watch('student', callApi(listSessions, {}))
  watch('admin', callApi(listAdminVideos, { query: {} }))
  watch('upload', callApi(updateStudentPicture, { params: { username: 'amina' }, body: new FormData() }))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(ended).toEqual(['student'])
  await vi.advanceTimersByTimeAsync(45_000)
  expect(ended).toEqual(['student', 'admin'])
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(ended).toEqual(['student', 'admin'])
})
