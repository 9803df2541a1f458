import { expect, it } from 'vitest'
import { isEasyToGuess } from './easy-passwords.ts'

it.each(['Password1', 'password', '123Qwerty!', 'Nigeria2026', 'Chioma12', 'chioma', 'Abc123'])(
  '%s is easy to guess',
  (password) => expect(isEasyToGuess(password, 'chioma12')).toBe(true),
)

it.each(['', '12345678', 'Password river', 'my nigeria home 1', 'chiomaandada1'])('%j gets no warning', (password) =>
  expect(isEasyToGuess(password, 'chioma12')).toBe(false),
)

it('a two-letter name is ignored, because it is part of too many words', () =>
  expect(isEasyToGuess('Ab123456', 'ab')).toBe(false))
