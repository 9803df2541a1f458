import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs again after each run has ended, and never two at a time', async () => {
  const ends: (() => void)[] = []
  const handler = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => ends.push(resolve)))
  const stop = repeat({ everyMs: 1_000, handler, onError: () => {} })
  expect(handler).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(handler).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(handler).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(999)
  expect(handler).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(handler).toHaveBeenCalledTimes(2)
  ends[1]?.()
  await stop()
})

it('waits longer after each failure, up to five minutes, and as usual after a success', async () => {
  let isFailing = true
  const handler = vi.fn<() => Promise<void>>(async () => {
    if (isFailing) throw new Error('lost')
  })
  const onError = vi.fn<(error: unknown) => void>()
  const stop = repeat({ everyMs: 1_000, handler, onError })
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000)
  expect(handler).toHaveBeenCalledTimes(3)
  expect(onError).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(7_999)
  expect(handler).toHaveBeenCalledTimes(3)
  isFailing = false
  await vi.advanceTimersByTimeAsync(1 + 1_000)
  expect(handler).toHaveBeenCalledTimes(5)
  isFailing = true
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  const before = handler.mock.calls.length
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(handler).toHaveBeenCalledTimes(before + 1)
  await stop()
})

it('stops once the current run has ended', async () => {
  let end = () => {}
  const handler = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (end = resolve)))
  const stop = repeat({ everyMs: 1_000, handler, onError: () => {} })
  await vi.advanceTimersByTimeAsync(1_000)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isStopped).toBe(false)
  end()
  await stopped
  await vi.advanceTimersByTimeAsync(10_000)
  expect(handler).toHaveBeenCalledTimes(1)
})
