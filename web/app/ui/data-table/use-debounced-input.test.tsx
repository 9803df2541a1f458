import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useDebouncedInput } from '../debounce.ts'

beforeEach(() => vi.useFakeTimers())
/** A field whose address already contains a search. */
function openField() {
  const settle = vi.fn<(text: string) => void>()
  const field = renderHook(({ settled }) => useDebouncedInput(settled, settle), { initialProps: { settled: 'ada' } })
  return {
    settle,
    typed: () => field.result.current[0],
    type: (text: string) => act(() => field.result.current[1](text)),
    change: (settled: string) => field.rerender({ settled }),
    pause: () => act(() => void vi.advanceTimersByTime(300)),
  }
}

test('changes the address once, after a pause in typing', () => {
  const { type, pause, settle } = openField()
  type('b')
  type('bola ')
  expect(settle).not.toHaveBeenCalled()
  pause()
  expect(settle.mock.calls).toEqual([['bola']])
})

test('follows the address', () => {
  const { change, pause, settle, typed } = openField()
  change('chi')
  pause()
  expect(typed()).toBe('chi')
  expect(settle).not.toHaveBeenCalled()
})

test('keeps what was typed while a change of address was loading, and searches for it', () => {
  const { type, change, pause, settle, typed } = openField()
  type('bola')
  change('')
  expect(typed()).toBe('bola')
  pause()
  expect(settle.mock.calls).toEqual([['bola']])
})
