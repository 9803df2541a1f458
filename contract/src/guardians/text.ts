// What the server says about the accounts of parents and guardians.
import type { ErrorCodes } from '../kernel/text.ts'

export const guardiansText = {
  registered: 'Your account is almost ready. Enter the code that we sent you.',
  verified: 'Your account is ready. You can log in now.',
  codeSent: 'If this address is not verified yet, we have sent it a code.',
  codeTooSoon: 'Please wait a minute before you ask for another code.',
  proofCodeSent: 'We have sent you a code.',
  codesUsedUp: 'We have sent many codes to this address. Please try again in an hour.',
  loggedIn: 'Login successful!',
  resetSent: 'If this address has an account, we have sent it a code.',
  resetDone: 'Your new password is saved. Please log in.',
  wrongCode: 'This code is not correct, or it has expired.',
  nameSaved: 'Your name is saved.',
  passwordSaved: 'Your new password is saved. Every other device was logged out.',
  sessionEnded: 'That device has been logged out.',
  sessionsEnded: 'All other devices have been logged out.',
  erased: 'Your account has been deleted.',
  hasChildren: 'Your children’s accounts are still here. Delete them first. Then you can delete your own account.',
  accountLoading: 'Loading your account...',
  accountFailed: 'We could not load your account.',
} as const

export const guardiansErrors = {
  guardian_has_children: { status: 409, message: guardiansText.hasChildren },
} as const satisfies ErrorCodes
