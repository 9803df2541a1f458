import { expect, test } from 'vitest'
import { sortByIds, findMoveTarget, findPlaceTarget } from './move-buttons.tsx'

const ids = ['a', 'b', 'c', 'd']

test('a video moves before or after its neighbour, or to the top', () => {
  expect(findMoveTarget(ids, 'c', 'up')).toEqual({ before: 'b' })
  expect(findMoveTarget(ids, 'b', 'down')).toEqual({ before: 'd' })
  expect(findMoveTarget(ids, 'c', 'down')).toEqual({ before: null })
  expect(findMoveTarget(ids, 'd', 'top')).toEqual({ before: 'a' })
})

test('a video at either end of the list cannot move further', () => {
  expect(findMoveTarget(ids, 'a', 'up')).toBeUndefined()
  expect(findMoveTarget(ids, 'a', 'top')).toBeUndefined()
  expect(findMoveTarget(ids, 'd', 'down')).toBeUndefined()
  expect(findMoveTarget(ids, 'x', 'down')).toBeUndefined()
})

test('videos are ordered as students see them, after those that students do not see', () => {
  const videos = ['d', 'x', 'a', 'c'].map((_id) => ({ _id }))
  expect(sortByIds(videos, ids).map(({ _id }) => _id)).toEqual(['x', 'a', 'c', 'd'])
})

test('a video moves to a numbered place, counted without the video itself', () => {
  expect(findPlaceTarget(ids, 'a', 3)).toEqual({ before: 'd' })
  expect(findPlaceTarget(ids, 'd', 1)).toEqual({ before: 'a' })
  expect(findPlaceTarget(ids, 'b', 4)).toEqual({ before: null })
  expect(findPlaceTarget(ids, 'b', 2)).toBeUndefined()
  expect(findPlaceTarget(ids, 'x', 2)).toBeUndefined()
})
