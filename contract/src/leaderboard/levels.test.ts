import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelOf, sumPoints } from './levels.ts'

test('a level contains its points, and one more point never lowers it', () => {
  fc.assert(
    fc.property(fc.nat(5_000), (points) => {
      const { number, from, next, left } = levelOf(points)
      expect(from).toBeLessThanOrEqual(points)
      expect(left).toBeGreaterThan(0)
      expect(points + left).toBe(next)
      expect(levelOf(next)).toMatchObject({ number: number + 1, from: next })
    }),
  )
})

test.each([
  [0, 1, 'Seed', 20],
  [19, 1, 'Seed', 1],
  [20, 2, 'Sprout', 30],
  [600, 10, 'Great Baobab', 60],
  [660, 11, 'Great Baobab', 120],
  [10_540, 93, 'Great Baobab', 80],
])('%i points are level %i, %s, with %i points to the next', (points, number, name, left) => {
  expect(levelOf(points)).toMatchObject({ number, name, left })
})

test('twelve videos of 50 points lead through the ten named levels, and half of the points through most of them', () => {
  expect(levelOf(12 * 50).number).toBe(10)
  expect(levelOf(6 * 50).number).toBeGreaterThanOrEqual(7)
  expect(sumPoints([{ score: 40 }, { score: 0 }, { score: 10 }])).toBe(50)
})
