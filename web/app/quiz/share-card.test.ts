import { expect, it } from 'vitest'
import { wrapLines } from './share-card.ts'

const wrap = (whole: string, max = 3) => wrapLines(whole, { measure: ({ length }) => length, width: 10, max })

it('breaks a title between words, and never inside one', () => {
  expect(wrap('Two Buckets, One Well')).toEqual(['Two', 'Buckets,', 'One Well'])
  expect(wrap('Unbelievable story')).toEqual(['Unbelievable', 'story'])
  expect(wrap('Drum')).toEqual(['Drum'])
})

it('shows that a long title goes on', () => {
  expect(wrap('The tortoise and the drum', 2)).toEqual(['The', 'tortoise …'])
})
