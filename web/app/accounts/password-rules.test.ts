import { describe, expect, test } from 'vitest'
import { adminPasswordRules, studentPasswordRules, type Rule } from './password-rules.ts'

const metBy = (rules: Rule[], password: string) =>
  rules.filter((rule) => rule.isMet(password)).map((rule) => rule.label)

describe('password rules', () => {
  test('an empty field meets none', () => {
    expect(metBy(studentPasswordRules, '')).toEqual([])
  })
  test('each rule is met on its own', () => {
    expect(metBy(studentPasswordRules, 'a')).toEqual(['A small letter'])
    expect(metBy(studentPasswordRules, 'A1')).toEqual(['A capital letter', 'A number'])
    expect(metBy(studentPasswordRules, 'aaaaaaaa')).toEqual(['8 or more characters', 'A small letter'])
  })
  test('a password that the server takes meets all', () => {
    expect(metBy(studentPasswordRules, 'Moonrise7')).toHaveLength(studentPasswordRules.length)
    expect(metBy(adminPasswordRules, 'Moonrise7!')).toHaveLength(adminPasswordRules.length)
  })
  test('an admin needs a special character as well', () => {
    expect(metBy(adminPasswordRules, 'Moonrise7')).not.toContain('One of @ $ ! % * ? &')
  })
})
