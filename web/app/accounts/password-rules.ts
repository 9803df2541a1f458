import { adminPassword, studentPassword } from '@baobab/contract/fields.ts'

export type Rule = { label: string; isMet: (password: string) => boolean }

const rules = [
  ['8 or more characters', 'Password must be at least 8 characters'],
  ['A capital letter', 'Password must contain at least one uppercase letter'],
  ['A small letter', 'Password must contain at least one lowercase letter'],
  ['A number', 'Password must contain at least one number'],
] as const
const special = ['One of @ $ ! % * ? &', 'Password must contain at least one special character'] as const

type Schema = typeof studentPassword

/** The contract stays the one judge: a rule is met when its message is not among the schema's. */
function rulesOf(schema: Schema, list: readonly (readonly [string, string])[]): Rule[] {
  return list.map(([label, message]) => ({
    label,
    isMet: (password) => password !== '' && !messagesFor(schema, password).includes(message),
  }))
}

function messagesFor(schema: Schema, password: string): string[] {
  const parsed = schema.safeParse(password)
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.message)
}

export const studentPasswordRules = rulesOf(studentPassword, rules)
export const adminPasswordRules = rulesOf(adminPassword, [...rules, special])
