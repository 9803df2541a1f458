import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { listSavedAnswers } from '@baobab/contract/contact/endpoints.ts'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { apiQuery, invalidate, queryClient, shouldRetry } from './query.ts'
import { NO_REPLY } from './time-limit.ts'

const refusal = (status: number, code = 'x') => new ApiError({ status, code, message: '' })

it('a read is tried three times if the network or the server failed, and once if it was refused or timed out', () => {
  for (const error of [new TypeError('Failed to fetch'), refusal(500)])
    expect([0, 1, 2].map((failures) => shouldRetry(failures, error))).toEqual([true, true, false])
  for (const error of [refusal(404), refusal(0, NO_REPLY)]) expect(shouldRetry(0, error)).toBe(false)
})

it('a read is tried once while the device is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(shouldRetry(0, new TypeError('Failed to fetch'))).toBe(false)
})

const query = apiQuery(listSavedAnswers, {})

/** Holds back the server's replies. Returns a list of functions that send them, in request order. */
function holdReplies(): (() => void)[] {
  const replies: (() => void)[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
    const title = `Reply ${replies.length + 1}`
    replies.push(() => resolve(Response.json({ savedAnswers: [{ _id: 'one', title, text: '' }] })))
    return promise
  })
  return replies
}
const shown = () => queryClient.getQueryData(query.queryKey)?.savedAnswers.map(({ title }) => title)

beforeEach(() => queryClient.clear())

it('a prefetch that started before a change is not kept, because it may be older', async () => {
  const replies = holdReplies()
  const ahead = queryClient.prefetchQuery(query)
  await vi.waitFor(() => expect(replies).toHaveLength(1), { timeout: 60_000 })
  await invalidate(listSavedAnswers)
  replies[0]?.()
  await ahead
  expect(shown()).toBeUndefined()
})

it('what is shown is read again after a change, even if its first reply is still missing', async () => {
  const replies = holdReplies()
  onTestFinished(new QueryObserver(queryClient, query).subscribe(() => undefined))
  await vi.waitFor(() => expect(replies).toHaveLength(1), { timeout: 60_000 })
  const isRenewed = invalidate(listSavedAnswers)
  await vi.waitFor(() => expect(replies).toHaveLength(2), { timeout: 60_000 })
  for (const reply of replies) reply()
  await isRenewed
  expect(shown()).toEqual(['Reply 2'])
})

it('what was read before the phone’s clock was set back is stale: it is read again when it is shown', async () => {
  const replies = holdReplies()
  queryClient.setQueryData(query.queryKey, { savedAnswers: [] }, { updatedAt: Date.now() + 3_600_000 })
  onTestFinished(new QueryObserver(queryClient, query).subscribe(() => undefined))
  await vi.waitFor(() => expect(replies).toHaveLength(1), { timeout: 60_000 })
  replies[0]?.()
  await vi.waitFor(() => expect(shown()).toEqual(['Reply 1']), { timeout: 60_000 })
  onTestFinished(new QueryObserver(queryClient, query).subscribe(() => undefined))
  expect(replies).toHaveLength(1)
})
