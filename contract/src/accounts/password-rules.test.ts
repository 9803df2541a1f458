import { describe, expect, test } from 'vitest'
import { adminPassword, studentPassword } from '../kernel/fields.ts'
import { adminPasswordRules, studentPasswordRules, type PasswordRule } from './rules.ts'

const metRules = (rules: readonly PasswordRule[], password: string) =>
  rules.filter((rule) => rule.isMet(password)).map(({ name }) => name)

describe('password rules', () => {
  test('an empty field meets none', () => {
    expect(metRules(adminPasswordRules, '')).toEqual([])
  })
  test('each rule is met on its own', () => {
    expect(metRules(studentPasswordRules, 'a')).toEqual(['smallLetter'])
    expect(metRules(studentPasswordRules, 'A1')).toEqual(['capitalLetter', 'number'])
    expect(metRules(studentPasswordRules, 'aaaaaaaa')).toEqual(['length', 'smallLetter'])
    expect(metRules(adminPasswordRules, '!')).toEqual(['special'])
  })
  test('a length is counted in characters: an emoji is one', () => {
    expect(metRules(studentPasswordRules, '🌳🌳🌳🌳')).toEqual([])
  })
  test('a password that the server takes meets all', () => {
    expect(studentPassword.safeParse('Moonrise7').success).toBe(true)
    expect(metRules(studentPasswordRules, 'Moonrise7')).toHaveLength(studentPasswordRules.length)
    expect(adminPassword.safeParse('Moonrise7!').success).toBe(true)
    expect(metRules(adminPasswordRules, 'Moonrise7!')).toHaveLength(adminPasswordRules.length)
  })
  test('the schema reports the sentence of each rule that a password breaks', () => {
    const messages = (schema: typeof studentPassword, password: string) =>
      schema.safeParse(password).error?.issues.map(({ message }) => message)
    expect(messages(studentPassword, '.')).toEqual(studentPasswordRules.map(({ message }) => message))
    expect(messages(adminPassword, '.')).toEqual(adminPasswordRules.map(({ message }) => message))
  })
})
