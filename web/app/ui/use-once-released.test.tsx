import { act, fireEvent, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useOnceReleased } from './use-once-released.ts'

it('holds a new value back while a button is pressed, and shows it after the click', () => {
  vi.useFakeTimers()
  const wait = () => act(() => void vi.runAllTimers())
  const { result, rerender } = renderHook(({ value }) => useOnceReleased(value), { initialProps: { value: 'none' } })
  const pressed = vi.spyOn(document, 'querySelector').mockReturnValue(document.body)
  rerender({ value: 'moved' })
  wait()
  expect(result.current).toBe('none')
  pressed.mockReturnValue(null)
  fireEvent(globalThis.window, new Event('pointerup'))
  expect(result.current).toBe('none')
  wait()
  expect(result.current).toBe('moved')
  rerender({ value: 'again' })
  wait()
  expect(result.current).toBe('again')
  vi.restoreAllMocks()
  vi.useRealTimers()
})
