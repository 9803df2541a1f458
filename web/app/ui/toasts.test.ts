import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeToasts, currentToasts, dismissToast, pauseToast, resumeToast, restoreToasts, toast } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.useRealTimers()
})

const messages = () => currentToasts().map(({ message }) => message)

test('a toast disappears after two seconds, or after its own time', () => {
  toast('Video marked as watched.')
  toast('Check your email for reset instructions.', { ms: 3000 })
  vi.advanceTimersByTime(1999)
  expect(messages()).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual(['Check your email for reset instructions.'])
  vi.advanceTimersByTime(1000)
  expect(messages()).toEqual([])
})

test('a paused toast stays, and gets its full time again when resumed', () => {
  toast('Login successful!')
  const id = currentToasts()[0]?.id ?? 0
  vi.advanceTimersByTime(1500)
  pauseToast(id)
  vi.advanceTimersByTime(10_000)
  expect(messages()).toEqual(['Login successful!'])
  resumeToast(id)
  vi.advanceTimersByTime(1999)
  expect(messages()).toEqual(['Login successful!'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([])
})

test('a toast disappears 20 seconds after its time, even if it is paused again and again', () => {
  toast('Video marked as watched.')
  const id = currentToasts()[0]?.id ?? 0
  for (let seconds = 1; seconds < 22; seconds += 1) {
    pauseToast(id)
    vi.advanceTimersByTime(1000)
    resumeToast(id)
  }
  pauseToast(id)
  expect(messages()).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(messages()).toEqual([])
})

test('resuming a toast that was never paused does not show it longer', () => {
  toast('Logout Successful')
  vi.advanceTimersByTime(1500)
  resumeToast(currentToasts()[0]?.id ?? 0)
  vi.advanceTimersByTime(500)
  expect(messages()).toEqual([])
})

test('toasts stored before a page load are shown once after it, and invalid stored data is ignored', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  toast('Unauthorized. Redirecting...', { kind: 'bad' })
  storeToasts()
  for (const { id } of currentToasts()) dismissToast(id)
  restoreToasts()
  expect(currentToasts()).toMatchObject([{ kind: 'bad', message: 'Unauthorized. Redirecting...' }])
  restoreToasts()
  expect(messages()).toHaveLength(1)
  kept.set('toasts', '[{"kind":"loud","message":"x","ms":1},7,null]')
  restoreToasts()
  kept.set('toasts', 'not JSON')
  restoreToasts()
  expect(messages()).toHaveLength(1)
  vi.unstubAllGlobals()
})
