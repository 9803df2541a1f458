// Sentences that ask who somebody is: by the password, or by a mailed code.

export const proofText = {
  password: 'Your password',
  code: 'Code',
  codeHint: '6 digits, from our email. The code works for 15 minutes.',
  mailCode: 'Email me a code',
  mailCodeInstead: 'Email me a code instead',
  mailAgain: 'Send another code',
  mailAgainIn: (seconds: number) => `Send another code in ${seconds} s`,
  usePassword: 'Use my password instead',
  noPassword: 'You have no password, so we will email you a code.',
  sending: 'Sending...',
} as const
