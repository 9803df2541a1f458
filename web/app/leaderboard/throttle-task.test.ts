import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttleTask } from './throttle-task.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs once soon after the first asking, however often it is asked', async () => {
  const task = vi.fn<() => Promise<void>>(async () => undefined)
  const runs = throttleTask(5_000, task)
  for (let n = 0; n < 10; n += 1) runs.ask()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(task).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(task).toHaveBeenCalledTimes(1)
})

it('keeps the gap, and loses no asking that came within it', async () => {
  const task = vi.fn<() => Promise<void>>(async () => undefined)
  const runs = throttleTask(5_000, task)
  runs.ask()
  await vi.advanceTimersByTimeAsync(1_000)
  runs.ask()
  await vi.advanceTimersByTimeAsync(3_900)
  expect(task).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_200)
  expect(task).toHaveBeenCalledTimes(2)
})

it('runs again for what was asked while it ran, and never twice at once', async () => {
  const ends: (() => void)[] = []
  const runs = throttleTask(5_000, () => new Promise<void>((resolve) => ends.push(resolve)))
  runs.ask()
  await vi.advanceTimersByTimeAsync(1_000)
  runs.ask()
  runs.ask()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(6_100)
  expect(ends).toHaveLength(2)
})

it('goes on after a failure', async () => {
  const task = vi.fn<() => Promise<void>>(async () => Promise.reject(new Error('no network')))
  const runs = throttleTask(5_000, task)
  runs.ask()
  await vi.advanceTimersByTimeAsync(1_000)
  runs.ask()
  await vi.advanceTimersByTimeAsync(6_100)
  expect(task).toHaveBeenCalledTimes(2)
})

it('runs no more once it is stopped', async () => {
  const task = vi.fn<() => Promise<void>>(async () => undefined)
  const runs = throttleTask(5_000, task)
  runs.ask()
  runs.stop()
  runs.ask()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(task).not.toHaveBeenCalled()
})
