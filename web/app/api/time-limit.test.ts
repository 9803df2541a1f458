import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withTimeLimit } from './time-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
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

it('returns the reply and leaves no timer', async () => {
  expect(await withTimeLimit(async () => 'reply')).toBe('reply')
  expect(vi.getTimerCount()).toBe(0)
})

it('throws what the caller aborts with, before and during the request', async () => {
  const reason = new Error('the page was left')
  expect(await outcomeOf(withTimeLimit(waitForever, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  const leaving = new AbortController()
  const outcome = outcomeOf(withTimeLimit(waitForever, { signal: leaving.signal }))
  leaving.abort(reason)
  expect(await outcome).toBe(reason)
  expect(vi.getTimerCount()).toBe(0)
})
