import { expect, test } from 'vitest'
import { AUTOPLAY_STATE, shouldAutoplay } from './autoplay.ts'

test('a video plays at once after Play next was followed; not after a reload or on the way back', () => {
  expect(shouldAutoplay({ state: AUTOPLAY_STATE }, 'PUSH')).toBe(true)
  expect(shouldAutoplay({ state: AUTOPLAY_STATE }, 'POP')).toBe(false)
  expect(shouldAutoplay({ state: null }, 'PUSH')).toBe(false)
})
