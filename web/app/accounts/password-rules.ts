import { adminPassword, studentPassword } from '@baobab/contract/fields.ts'
import { sharedText } from './shared-text.ts'

export type PasswordRule = { label: string; isMet: (password: string) => boolean }

/** The label of a rule, and the message that the contract's schema reports if a password breaks the rule. */
type LabelledMessage = readonly [label: string, message: string]

const studentRules: readonly LabelledMessage[] = [
  [sharedText.passwordRules.length, 'Password must be at least 8 characters'],
  [sharedText.passwordRules.capitalLetter, 'Password must contain at least one uppercase letter'],
  [sharedText.passwordRules.smallLetter, 'Password must contain at least one lowercase letter'],
  [sharedText.passwordRules.number, 'Password must contain at least one number'],
]
const specialCharacterRule: LabelledMessage = [
  sharedText.passwordRules.special,
  'Password must contain at least one special character',
]

export const studentPasswordRules = createRules(studentPassword, studentRules)
export const adminPasswordRules = createRules(adminPassword, [...studentRules, specialCharacterRule])

/** Derives each rule from the contract's schema: a rule is met if the schema does not report the rule's message. */
function createRules(schema: typeof studentPassword, labelledMessages: readonly LabelledMessage[]): PasswordRule[] {
  return labelledMessages.map(([label, message]) => ({
    label,
    isMet: (password) => password !== '' && !validate(schema, password).includes(message),
  }))
}

function validate(schema: typeof studentPassword, password: string): string[] {
  return schema.safeParse(password).error?.issues.map((issue) => issue.message) ?? []
}
