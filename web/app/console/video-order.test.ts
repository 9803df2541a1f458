import { expect, test } from 'vitest'
import { inOrder, placeFor } from './video-order.ts'

const ids = ['a', 'b', 'c', 'd']

test('a video goes before its neighbour, after it, or before all', () => {
  expect(placeFor(ids, 'c', 'up')).toEqual({ before: 'b' })
  expect(placeFor(ids, 'b', 'down')).toEqual({ before: 'd' })
  expect(placeFor(ids, 'c', 'down')).toEqual({ before: null })
  expect(placeFor(ids, 'd', 'top')).toEqual({ before: 'a' })
})

test('at an end there is nowhere further to go', () => {
  expect(placeFor(ids, 'a', 'up')).toBeUndefined()
  expect(placeFor(ids, 'a', 'top')).toBeUndefined()
  expect(placeFor(ids, 'd', 'down')).toBeUndefined()
  expect(placeFor(ids, 'x', 'down')).toBeUndefined()
})

test('videos stand as students see them, after those that students do not see', () => {
  const videos = ['d', 'x', 'a', 'c'].map((_id) => ({ _id }))
  expect(inOrder(videos, ids).map(({ _id }) => _id)).toEqual(['x', 'a', 'c', 'd'])
})
