// What the server says about a guardian's children.
import { AGE_MAX, AGE_MIN } from '../accounts/rules.ts'
import type { ErrorCodes } from '../kernel/text.ts'
import { GUARDIAN_CHILDREN_MAX } from './rules.ts'

export const childrenText = {
  added: 'The account is ready. Your child can log in with the username and password.',
  agreeFirst: 'Please tick the box if you agree.',
  ageOutside: `Baobab is for children and young people from ${AGE_MIN} to ${AGE_MAX} years. Please check the date of birth.`,
  tooMany: `You can keep accounts for up to ${GUARDIAN_CHILDREN_MAX} children.`,
  passwordSet: 'The new password is saved. Your child has been logged out everywhere.',
  hasOwnAddress: 'This child has an email or phone number of their own, and can choose a new password with it.',
  keptByGuardian: 'Your parent or guardian keeps your account.',
  withdrawn: 'The account and everything in it has been deleted.',
  prizeWaits: 'Your child has won a prize that is not paid yet. Please wait until it is paid.',
  childrenLoading: 'Loading your children...',
  childrenFailed: 'We could not load your children.',
  childLoading: 'Loading your child...',
  childFailed: 'We could not load this page.',
  paymentsFailed: 'We could not load the payments.',
} as const

export const childrenErrors = {
  too_many_children: { status: 409, message: childrenText.tooMany },
  child_has_own_address: { status: 409, message: childrenText.hasOwnAddress },
  kept_by_guardian: { status: 409, message: childrenText.keptByGuardian },
} as const satisfies ErrorCodes
