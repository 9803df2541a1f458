// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Ring } from './ring.tsx'

afterEach(cleanup)

it.each([
  [120, [60, 30, 10]],
  [180, [90, 30, 10]],
  [240, [120, 30, 10]],
])('of %i seconds is announced at half of the time, and at 30 and 10 seconds', (totalSeconds, moments) => {
  const { rerender } = render(<Ring secondsLeft={totalSeconds} totalSeconds={totalSeconds} />)
  const announced: number[] = []
  for (let left = totalSeconds; left >= 0; left -= 1) {
    rerender(<Ring secondsLeft={left} totalSeconds={totalSeconds} />)
    const sentence = screen.getByRole('status').textContent
    if (sentence) announced.push(Number.parseInt(sentence, 10))
  }
  expect(announced).toEqual(moments)
})
