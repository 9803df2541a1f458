import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useReloadWhenOnline } from './error-page.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
const setOnline = (...answers: boolean[]) => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(answers.at(-1) ?? true)
  for (const answer of answers.slice(0, -1)) onLine.mockReturnValueOnce(answer)
}
/** Shows the page that did not load, as after each reload. */
const show = () => {
  const reload = vi.fn<() => void>()
  const { unmount } = renderHook(() => useReloadWhenOnline(reload))
  return { reload, unmount }
}

test('a page that did not load is loaded once the network returns', () => {
  setOnline(false)
  const { reload } = show()
  vi.advanceTimersByTime(120_000)
  expect(reload).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('online'))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a network that returns before anything listens is noticed', () => {
  setOnline(false, true)
  expect(show().reload).toHaveBeenCalledTimes(1)
})

test('after a network is announced that does not work yet, the page is retried for a minute', () => {
  setOnline(false, true)
  show().unmount()
  setOnline(true)
  const second = show()
  expect(second.reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(3_000)
  expect(second.reload).toHaveBeenCalledTimes(1)
  second.unmount()
  vi.advanceTimersByTime(60_000)
  const later = show()
  vi.advanceTimersByTime(60_000)
  expect(later.reload).not.toHaveBeenCalled()
})

test('a page that did not load although there was a network is not reloaded repeatedly', () => {
  setOnline(true)
  const { reload } = show()
  vi.advanceTimersByTime(120_000)
  expect(reload).not.toHaveBeenCalled()
})
