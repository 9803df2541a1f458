import { expect, test } from 'vitest'
import { speedBeside, speedOf } from './speed.ts'

test('one key goes to the next speed, and stops at the ends', () => {
  expect([speedBeside(1, 1), speedBeside(1, -1), speedBeside(2, 1), speedBeside(0.75, -1)]).toEqual([
    1.25, 0.75, 2, 0.75,
  ])
})

test('a kept speed is one of those offered, else the usual one', () => {
  expect(['1.5', '0.75', '3', 'fast', null].map(speedOf)).toEqual([1.5, 0.75, 1, 1, 1])
})
