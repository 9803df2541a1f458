import { expect, test } from 'vitest'
import { AUTOPLAY_STATE, shouldAutoplay } from './autoplay.ts'

test('a video plays immediately after Play next was followed, but not after a reload or after going back', () => {
  expect(shouldAutoplay({ state: AUTOPLAY_STATE }, 'PUSH')).toBe(true)
  expect(shouldAutoplay({ state: AUTOPLAY_STATE }, 'POP')).toBe(false)
  expect(shouldAutoplay({ state: null }, 'PUSH')).toBe(false)
})
