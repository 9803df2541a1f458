import { expect, test } from 'vitest'
import { middleSquare } from './shrink-picture.ts'

test('wide and tall pictures are cropped to the middle', () => {
  expect(middleSquare(400, 300)).toEqual({ x: 50, y: 0, side: 300 })
  expect(middleSquare(300, 401)).toEqual({ x: 0, y: 50, side: 300 })
})
test('a square picture is kept whole', () => {
  expect(middleSquare(512, 512)).toEqual({ x: 0, y: 0, side: 512 })
})
