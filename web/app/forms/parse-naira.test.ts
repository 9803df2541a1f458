import { describe, expect, it } from 'vitest'
import { parseNaira } from './parse-naira.ts'

describe('an amount of naira', () => {
  it.each([
    ['1000', 100_000],
    ['₦1,500.50', 150_050],
    ['#2 000', 200_000],
    ['0.1', 10],
  ])('%j is read as kobo', (typed, kobo) => {
    expect(parseNaira(typed)).toBe(kobo)
  })

  it.each(['', 'a lot', '1.000', '-5', '1e3', '10.555'])('%j is not an amount', (typed) => {
    expect(parseNaira(typed)).toBeNaN()
  })
})
