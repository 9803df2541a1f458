import { expect, test } from 'vitest'
import { PLAYS_AT_ONCE, playsAtOnce } from './autoplay.ts'

test('only who came by Play next just now sees a film begin; not after a reload or on the way back', () => {
  expect(playsAtOnce({ state: PLAYS_AT_ONCE }, 'PUSH')).toBe(true)
  expect(playsAtOnce({ state: PLAYS_AT_ONCE }, 'POP')).toBe(false)
  expect(playsAtOnce({ state: null }, 'PUSH')).toBe(false)
})
