// The rules of a new password, without zod: a page with a password field ticks them off while it is typed.
import { PASSWORD_MIN } from './limits.ts'

/** What a password needs, and the sentence shown where it is missing. */
export type PasswordRule = { name: PasswordRuleName; isMet: (password: string) => boolean; message: string }
export type PasswordRuleName = 'length' | 'capitalLetter' | 'smallLetter' | 'number' | 'special'

/** The length is counted in characters, not bytes. */
export const studentPasswordRules = [
  {
    name: 'length',
    isMet: (password) => Array.from(password).length >= PASSWORD_MIN,
    message: 'Password must be at least 8 characters',
  },
  {
    name: 'capitalLetter',
    isMet: (password) => /[A-Z]/.test(password),
    message: 'Password must contain at least one uppercase letter',
  },
  {
    name: 'smallLetter',
    isMet: (password) => /[a-z]/.test(password),
    message: 'Password must contain at least one lowercase letter',
  },
  {
    name: 'number',
    isMet: (password) => /\d/.test(password),
    message: 'Password must contain at least one number',
  },
] as const satisfies readonly PasswordRule[]

export const specialCharacterRule = {
  name: 'special',
  isMet: (password) => /[@$!%*?&]/.test(password),
  message: 'Password must contain at least one special character',
} as const satisfies PasswordRule

export const adminPasswordRules = [...studentPasswordRules, specialCharacterRule] as const
