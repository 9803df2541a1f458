import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttleTask } from './use-live-board.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs once soon after the first request, however often it is requested', async () => {
  const task = vi.fn<() => Promise<void>>(async () => undefined)
  const throttled = throttleTask(5_000, task)
  for (let n = 0; n < 10; n += 1) throttled.request()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(task).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(task).toHaveBeenCalledTimes(1)
})

it('keeps the gap, and loses no request made during it', async () => {
  const task = vi.fn<() => Promise<void>>(async () => undefined)
  const throttled = throttleTask(5_000, task)
  throttled.request()
  await vi.advanceTimersByTimeAsync(1_000)
  throttled.request()
  await vi.advanceTimersByTimeAsync(3_900)
  expect(task).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_200)
  expect(task).toHaveBeenCalledTimes(2)
})

it('runs again after a request during a run, and never twice at the same time', async () => {
  const ends: (() => void)[] = []
  const throttled = throttleTask(5_000, () => new Promise<void>((resolve) => ends.push(resolve)))
  throttled.request()
  await vi.advanceTimersByTimeAsync(1_000)
  throttled.request()
  throttled.request()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(6_100)
  expect(ends).toHaveLength(2)
})

it('continues after a failure', async () => {
  const task = vi.fn<() => Promise<void>>(async () => Promise.reject(new Error('no network')))
  const throttled = throttleTask(5_000, task)
  throttled.request()
  await vi.advanceTimersByTimeAsync(1_000)
  throttled.request()
  await vi.advanceTimersByTimeAsync(6_100)
  expect(task).toHaveBeenCalledTimes(2)
})

it('does not run after it is stopped', async () => {
  const task = vi.fn<() => Promise<void>>(async () => undefined)
  const throttled = throttleTask(5_000, task)
  throttled.request()
  throttled.stop()
  throttled.request()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(task).not.toHaveBeenCalled()
})
