import { expect, test } from 'vitest'
import { preparingText, sizesText } from './video-words.ts'

test('copies are told from the smallest picture up, the sound last', () => {
  const renditions = [
    { height: null, bytes: 2_000_000 },
    { height: 480, bytes: 11_000_000 },
    { height: 240, bytes: 4_000_000 },
  ]
  expect(sizesText(renditions)).toBe('240p 4 MB, 480p 11 MB, sound 2 MB')
  expect(sizesText([])).toBe('')
})

test('the making is told in per cent once it has begun', () => {
  expect(preparingText(43)).toBe('Preparing, 43 per cent')
  expect(preparingText(null)).toBe('Preparing, waiting for its turn')
})
