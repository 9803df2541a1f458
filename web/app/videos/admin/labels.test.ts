import { expect, test } from 'vitest'
import { describeProcessing, describeRenditions } from './text.ts'

test('renditions are listed from the smallest picture up, audio last', () => {
  const renditions = [
    { height: null, bytes: 2_000_000 },
    { height: 480, bytes: 11_000_000 },
    { height: 240, bytes: 4_000_000 },
  ]
  expect(describeRenditions(renditions)).toBe('240p 4 MB, 480p 11 MB, audio 2 MB')
  expect(describeRenditions([])).toBe('')
})

test('progress is shown in per cent once processing has started', () => {
  expect(describeProcessing(43)).toBe('Processing, 43%')
  expect(describeProcessing(null)).toBe('Processing, queued')
})
