import { expect, test } from 'vitest'
import { stepSpeed, parseSpeed } from './speed.ts'

test('a step changes to the next speed, and stops at either end', () => {
  expect([stepSpeed(1, 1), stepSpeed(1, -1), stepSpeed(2, 1), stepSpeed(0.75, -1)]).toEqual([1.25, 0.75, 2, 0.75])
})

test('a stored speed is one of those offered, else normal speed', () => {
  expect(['1.5', '0.75', '3', 'fast', null].map(parseSpeed)).toEqual([1.5, 0.75, 1, 1, 1])
})
