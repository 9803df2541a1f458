import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adminPassword, studentPassword, typedPassword } from '../kernel/fields.ts'
import { StudentRegistration } from './forms.ts'
import {
  adminPasswordRules,
  countCharacters,
  normalizePassword,
  PASSWORD_MAX,
  studentPasswordRules,
  type PasswordRule,
} from './rules.ts'

const metRules = (rules: readonly PasswordRule[], password: string) =>
  rules.filter((rule) => rule.isMet(password)).map(({ name }) => name)

describe('password rules', () => {
  test('an empty field meets none', () => {
    expect(metRules(adminPasswordRules, '')).toEqual([])
  })
  test('each rule is met independently of the others', () => {
    expect(metRules(studentPasswordRules, 'a')).toEqual(['smallLetter'])
    expect(metRules(studentPasswordRules, 'A1')).toEqual(['capitalLetter', 'number'])
    expect(metRules(studentPasswordRules, 'aaaaaaaa')).toEqual(['length', 'smallLetter'])
    expect(metRules(adminPasswordRules, '!')).toEqual(['special'])
  })
  test('length is counted in characters: an emoji is one', () => {
    expect(metRules(studentPasswordRules, '🌳🌳🌳🌳')).toEqual([])
  })
  test.each(['Ọmọlará1234', 'ÉMILEé1234', 'Ɗanladi١٢٣٤', 'Ｏmolara１２３４', 'ΩmegaДа²³¹⁴'])(
    'letters and digits of every script count (%s), composed or not',
    (password) => {
      for (const form of ['NFC', 'NFD'] as const) {
        expect(metRules(studentPasswordRules, password.normalize(form))).toHaveLength(studentPasswordRules.length)
        expect(studentPassword.safeParse(password.normalize(form)).success).toBe(true)
      }
    },
  )
  test('letters without case are neither capital nor small', () => {
    expect(metRules(studentPasswordRules, '木木木木木木木1')).toEqual(['length', 'number'])
  })
  test('a letter with its marks counts once, however it is composed', () => {
    expect(metRules(studentPasswordRules, 'ọọọọ'.normalize('NFD'))).toEqual(['smallLetter'])
    expect(studentPassword.safeParse(`Ab1${'ọ'.repeat(67)}`.normalize('NFD')).success).toBe(true)
    expect(studentPassword.safeParse(`Ab1${'ọ'.repeat(68)}`).success).toBe(false)
  })
  test('a far too long password is refused without composing it, because many combining marks make that slow', () => {
    const password = `Aa1${'\u0301\u0316'.repeat(1_000)}`
    expect(normalizePassword(password)).toBe(password)
    expect(studentPassword.safeParse(password).error?.issues[0]?.message).toBe('Password cannot exceed 70 characters')
  })
  test('the repeated password may be composed differently', () => {
    const password = 'Ọmọlará1234'
    const form = { password: password.normalize('NFC'), repassword: password.normalize('NFD') }
    const issues = StudentRegistration.safeParse(form).error?.issues ?? []
    expect(issues.filter(({ path }) => path[0] === 'repassword')).toEqual([])
  })
  test('a password that the server accepts meets all rules', () => {
    expect(studentPassword.safeParse('Moonrise7').success).toBe(true)
    expect(metRules(studentPasswordRules, 'Moonrise7')).toHaveLength(studentPasswordRules.length)
    expect(adminPassword.safeParse('Moonrise7!').success).toBe(true)
    expect(metRules(adminPasswordRules, 'Moonrise7!')).toHaveLength(adminPasswordRules.length)
  })
  test('the page ticks off exactly the passwords that the server accepts, and these can log in, in every composition', () => {
    const unit = fc.constantFrom(
      'A',
      'b',
      '7',
      ' ',
      '!',
      'ọ́',
      'Ɗ',
      '٣',
      '🌳',
      '👩‍👧',
      'ﷺ',
      'ﬁ',
      'ｱﾞ',
      '\u{1D1C0}',
      '한',
      '\u0301',
    )
    const passwords = fc.string({ unit, minLength: 6, maxLength: 80 })
    fc.assert(
      fc.property(passwords, (password) => {
        const isTicked = metRules(adminPasswordRules, password).length === adminPasswordRules.length
        const isTaken = isTicked && countCharacters(password) <= PASSWORD_MAX
        expect(adminPassword.safeParse(password).success).toBe(isTaken)
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
          const typed = password.normalize(form)
          expect(adminPassword.safeParse(typed).success).toBe(isTaken)
          expect(normalizePassword(typed)).toBe(normalizePassword(password))
          expect(isTaken && typedPassword.safeParse(typed).data === typed).toBe(isTaken)
        }
      }),
      { examples: [[' Moonrise7! '], ['🌳🌳🌳🌳🌳Aa1!'], [`Aa1!${'\u{1D1C0}'.repeat(22)}`], [`Aa1!${'ﷺ'.repeat(3)}`]] },
    )
  })
  test('the schema reports the sentence of each rule that a password breaks', () => {
    const messages = (schema: typeof studentPassword, password: string) =>
      schema.safeParse(password).error?.issues.map(({ message }) => message)
    expect(messages(studentPassword, '.')).toEqual(studentPasswordRules.map(({ message }) => message))
    expect(messages(adminPassword, '.')).toEqual(adminPasswordRules.map(({ message }) => message))
  })
})
