import { describe, expect, test } from 'vitest'
import { adminPasswordRules, studentPasswordRules, type PasswordRule } from './password-rules.ts'

const metRules = (rules: PasswordRule[], password: string) =>
  rules.filter((rule) => rule.isMet(password)).map((rule) => rule.label)

describe('password rules', () => {
  test('an empty field meets none', () => {
    expect(metRules(studentPasswordRules, '')).toEqual([])
  })
  test('each rule is met on its own', () => {
    expect(metRules(studentPasswordRules, 'a')).toEqual(['A small letter'])
    expect(metRules(studentPasswordRules, 'A1')).toEqual(['A capital letter', 'A number'])
    expect(metRules(studentPasswordRules, 'aaaaaaaa')).toEqual(['8 or more characters', 'A small letter'])
  })
  test('a password that the server takes meets all', () => {
    expect(metRules(studentPasswordRules, 'Moonrise7')).toHaveLength(studentPasswordRules.length)
    expect(metRules(adminPasswordRules, 'Moonrise7!')).toHaveLength(adminPasswordRules.length)
  })
  test('an admin needs a special character as well', () => {
    expect(metRules(adminPasswordRules, 'Moonrise7')).not.toContain('One of @ $ ! % * ? &')
  })
})
