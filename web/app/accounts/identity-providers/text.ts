// Sentences of the pages that follow when somebody signs in with the accounts of other companies.
import { providerNames, type SignInMethod } from '@baobab/contract/accounts/text.ts'

export const methodLabels: Readonly<Record<SignInMethod, string>> = { password: 'a password', ...providerNames }

export const text = {
  return: {
    title: 'Signing you in',
    finishing: 'One moment, we are signing you in...',
    handedOver: 'Done. You can close this window and go back to Baobab.',
    foreign:
      'This sign-in was started in another window or browser. Go back there. If it is closed, please start again here.',
    expired: 'This took too long, or it was finished before. Please start again.',
    failed: 'Signing in did not work. Please start again.',
    startAgain: 'Go to the login page',
  },

  complete: {
    metaTitle: 'Finish signing up',
    title: 'Almost there',
    greeting: { title: 'Welcome.', text: 'A few details, and your first video opens.' },
    signedInAs: (provider: string) => `You signed in with ${provider} as {name}. Please tell us the rest.`,
    signedIn: (provider: string) => `You signed in with ${provider}. Please tell us the rest.`,
    emailIsVerified: (provider: string) => `${provider} has verified this email. You do not need a code.`,
    emailNeedsCode: 'We will send a code to this email.',
    button: 'Finish',
    busy: 'Finishing...',
    tooYoungTitle: 'A parent or guardian has to register you.',
    registerWithParent: 'Register with a parent',
    expired: 'This took too long. Please sign in again. What you typed is saved.',
    signInAgain: 'Sign in again',
  },

  connect: {
    metaTitle: 'Connect your account',
    title: 'You already have an account',
    greeting: { title: 'Welcome back.', text: 'Show us once that the account is yours.' },
    found: (provider: string) =>
      `{email} has a Baobab account. You signed in with {methods} before. Prove that it is yours, and you can sign in with ${provider} from now on.`,
    button: 'Connect and log in',
    busy: 'Connecting...',
  },
} as const

/** Returns the sign-in methods as words: 'Microsoft and a password'. */
export function listMethods(methods: readonly SignInMethod[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(methods.map((method) => methodLabels[method]))
}
