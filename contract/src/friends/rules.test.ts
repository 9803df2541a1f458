import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CODE_CHARACTERS, CODE_LENGTH, findFriendCode, formatFriendCode } from './rules.ts'

const anyCode = fc
  .array(fc.constantFrom(...CODE_CHARACTERS.split('')), { minLength: CODE_LENGTH, maxLength: CODE_LENGTH })
  .map((characters) => characters.join(''))

it('a code is found however it was written down, pasted or scanned', () => {
  fc.assert(
    fc.property(anyCode, (code) => {
      const spaced = formatFriendCode(code)
      const link = `https://baobab.example/student/friends#code=${code}`
      for (const text of [
        code,
        spaced,
        spaced.replace(' ', '-'),
        ` ${code.toLowerCase()}\n`,
        `Add me: ${spaced}!`,
        link,
      ])
        expect(findFriendCode(text)).toBe(code)
    }),
  )
})

it.each(['', 'K7MP9XQ', 'K7MP9XQT3', 'K7MP  9XQT', 'BLOSSOMS', 'https://baobab.example/student/friends', 'O0I1L2Z5'])(
  'there is no code in %j',
  (text) => {
    expect(findFriendCode(text)).toBeUndefined()
  },
)

it('no character of a code is a vowel or looks like another one', () => {
  expect(CODE_CHARACTERS).not.toMatch(/[AEIOU01L2Z5S6G8B]/)
  expect(new Set(CODE_CHARACTERS).size).toBe(CODE_CHARACTERS.length)
})
