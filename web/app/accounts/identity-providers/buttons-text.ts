// Sentences about the buttons that sign in with the accounts of other companies. Apart from those of the pages that follow,
// because login and registration show the buttons to everybody.
import type { IdentityProvider } from '@baobab/contract/accounts/text.ts'

/** The wording that each company asks for on its button. */
export const buttonLabels: Readonly<Record<IdentityProvider, string>> = {
  microsoft: 'Sign in with Microsoft',
  linkedin: 'Sign in with LinkedIn',
  pinterest: 'Continue with Pinterest',
  x: 'Sign in with X',
  tiktok: 'Continue with TikTok',
  apple: 'Sign in with Apple',
}

export const buttonsText = {
  or: 'or',
  opening: (provider: string) => `Opening ${provider}...`,
  waiting: (provider: string) => `Finish in the ${provider} window that has opened.`,
  closed: (provider: string) => `The ${provider} window was closed before you had finished. You can try again.`,
  tooLate: 'This took too long. Please try again.',
  cancel: 'Cancel',
  closeWindow: (provider: string) => `You can close the ${provider} window now.`,
  notOpened: 'We could not open the sign-in. Check your network, then try again.',
} as const
