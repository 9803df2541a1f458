import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Ring } from './ring.tsx'

it.each([
  [120, [60, 30, 10]],
  [180, [90, 30, 10]],
  [240, [120, 30, 10]],
])('of %i seconds is announced at half time, and at 30 and 10 seconds', (totalSeconds, moments) => {
  const { rerender } = render(<Ring secondsLeft={totalSeconds} totalSeconds={totalSeconds} />)
  // A live region stays the same element.
  const status = screen.getByRole('status')
  const announced: number[] = []
  for (let left = totalSeconds; left >= 0; left -= 1) {
    rerender(<Ring secondsLeft={left} totalSeconds={totalSeconds} />)
    const sentence = status.textContent
    if (sentence) announced.push(Number.parseInt(sentence, 10))
  }
  expect(announced).toEqual(moments)
})

it('announces once a moment that a slow phone skipped, with the time that is left', () => {
  const { rerender } = render(<Ring secondsLeft={120} totalSeconds={120} />)
  const announced: string[] = []
  for (const left of [70, 57, 56, 31, 8, 7]) {
    rerender(<Ring secondsLeft={left} totalSeconds={120} />)
    announced.push(screen.getByRole('status').textContent)
  }
  expect(announced).toEqual(['', '57 seconds left', '', '', '8 seconds left', ''])
})
