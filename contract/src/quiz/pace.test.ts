import { expect, it } from 'vitest'
import { isTooFast, MOST_UNHURRIED, secondsPerQuestion } from './rules.ts'

it('26 questions in 120 seconds are too fast, 24 are not', () => {
  expect(isTooFast(26)).toBe(true)
  expect(isTooFast(25)).toBe(true)
  expect(isTooFast(24)).toBe(false)
  expect(isTooFast(0)).toBe(false)
  expect(MOST_UNHURRIED).toBe(24)
})

it('the seconds per question are rounded to a tenth', () => {
  expect(secondsPerQuestion(26)).toBe(4.6)
  expect(secondsPerQuestion(24)).toBe(5)
})
