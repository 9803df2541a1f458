import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSavePosition } from './use-save-position.ts'

let saved: number[]
let isPaused: boolean
const position = { current: 0 }
const element = document.createElement('video')
Object.defineProperty(element, 'paused', { get: () => isPaused })

beforeEach(() => {
  saved = []
  isPaused = false
  position.current = 12.5
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    saved.push((JSON.parse(body) as { positionSeconds: number }).positionSeconds)
    return Response.json({ positionSeconds: 0 })
  })
})
const render = (isEnabled = true) =>
  renderHook(() => useSavePosition({ media: { current: element }, position, videoId: 'v1', isEnabled }))

test('the position is saved every ten seconds of playback, in whole seconds, and only when it has changed', async () => {
  const { unmount } = render()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saved).toEqual([])
  position.current = 22.9
  await vi.advanceTimersByTimeAsync(20_000)
  expect(saved).toEqual([22])
  isPaused = true
  position.current = 40
  await vi.advanceTimersByTimeAsync(20_000)
  expect(saved).toEqual([22])
  unmount()
  expect(saved).toEqual([22, 40])
})

test('the position is saved on pause, and when the page is left', () => {
  const { unmount } = render()
  position.current = 20
  element.dispatchEvent(new Event('pause'))
  position.current = 30
  dispatchEvent(new Event('pagehide'))
  expect(saved).toEqual([20, 30])
  unmount()
})

test('nothing is saved for visitors', () => {
  const { unmount } = render(false)
  position.current = 20
  element.dispatchEvent(new Event('pause'))
  unmount()
  expect(saved).toEqual([])
})
