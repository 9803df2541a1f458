import { adminPassword, studentPassword } from '@baobab/contract/fields.ts'
import { sharedText } from './shared-text.ts'

export type PasswordRule = { label: string; isMet: (password: string) => boolean }

/** A label of the list, and the message of the contract's schema that its rule belongs to. */
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

/** The contract's schema alone decides: a rule is met when the schema does not answer with the rule's message. */
function createRules(schema: typeof studentPassword, labelledMessages: readonly LabelledMessage[]): PasswordRule[] {
  return labelledMessages.map(([label, message]) => ({
    label,
    isMet: (password) => password !== '' && !validate(schema, password).includes(message),
  }))
}

function validate(schema: typeof studentPassword, password: string): string[] {
  return schema.safeParse(password).error?.issues.map((issue) => issue.message) ?? []
}
