import type { Review } from '@baobab/contract/quiz/endpoints.ts'
import { expect, it, vi } from 'vitest'
import { drawShareCard, wrapLines } from './share-result.tsx'

const question = { correct: true, answer: 'Bola', question: 'Who was there?' } as Review['questions'][number]
const review: Review = {
  title: 'Two Buckets, One Well',
  ageCategory: '11-20',
  score: 10,
  maxScore: 20,
  lockedAt: '2026-11-21T09:00:00Z',
  questions: [question, { ...question, correct: false }],
}

it('shows the points, one square for each question, the video and the username, and no other text', async () => {
  const texts: string[] = []
  const squares = { filled: 0, outlined: 0 }
  const pen = {
    measureText: (line: string) => ({ width: line.length }),
    fillText: (line: string) => texts.push(line),
    fillRect: () => (squares.filled += 1),
    strokeRect: () => (squares.outlined += 1),
  }
  Object.assign(document, { fonts: { load: async () => [] } })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as unknown as GPUCanvasContext)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(new Blob(['picture'])))
  expect((await drawShareCard({ review, username: 'ada01' })).size).toBe(7)
  expect(texts).toEqual(['Baobab', '10 / 20', 'points', review.title, 'ada01', 'Watch. Answer. Rise.'])
  // The background is a filled rectangle too.
  expect(squares).toEqual({ filled: 2, outlined: 1 })
})

const wrap = (whole: string, max = 3) => wrapLines(whole, { measure: ({ length }) => length, width: 10, max })

it('breaks a title only between words', () => {
  expect(wrap('Two Buckets, One Well')).toEqual(['Two', 'Buckets,', 'One Well'])
  expect(wrap('Unbelievable story')).toEqual(['Unbelievable', 'story'])
  expect(wrap('Drum')).toEqual(['Drum'])
})

it('shows that a long title was shortened', () => {
  expect(wrap('The tortoise and the drum', 2)).toEqual(['The', 'tortoise …'])
})
