import { expect, test } from 'vitest'
import { describeProcessing, describeRenditions } from './labels.ts'

test('renditions are listed from the smallest picture up, sound last', () => {
  const renditions = [
    { height: null, bytes: 2_000_000 },
    { height: 480, bytes: 11_000_000 },
    { height: 240, bytes: 4_000_000 },
  ]
  expect(describeRenditions(renditions)).toBe('240p 4 MB, 480p 11 MB, sound 2 MB')
  expect(describeRenditions([])).toBe('')
})

test('progress is shown in per cent once processing has started', () => {
  expect(describeProcessing(43)).toBe('Preparing, 43 per cent')
  expect(describeProcessing(null)).toBe('Preparing, waiting for its turn')
})
