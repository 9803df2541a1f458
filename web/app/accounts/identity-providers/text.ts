// Text for the pages shown when somebody logs in with another company's account.
import { providerNames, type SignInMethod, type IdentityProvider } from '@baobab/contract/accounts/text.ts'

export const methodLabels: Readonly<Record<SignInMethod, string>> = { password: 'a password', ...providerNames }

export const text = {
  return: {
    title: 'Logging you in',
    finishing: 'One moment, we are logging you in...',
    handedOver: 'Done. You can close this window and go back to Baobab.',
    foreign:
      'This login was started in another window or browser. Go back there. If it is closed, please start again here.',
    expired: 'This took too long, or it was finished before. Please start again.',
    failed: 'Logging in did not work. Please start again.',
    startAgain: 'Go to the login page',
  },

  complete: {
    metaTitle: 'Finish signing up',
    title: 'Almost there',
    greeting: { title: 'Welcome.', text: 'A few details, and your first video opens.' },
    signedInAs: (provider: string) => `You logged in with ${provider} as {name}. Please tell us the rest.`,
    signedIn: (provider: string) => `You logged in with ${provider}. Please tell us the rest.`,
    emailIsVerified: (provider: string) => `${provider} has verified this email. You do not need a code.`,
    emailNeedsCode: 'We will send a code to this email.',
    button: 'Finish',
    busy: 'Finishing...',
    tooYoungTitle: 'A parent or guardian has to register you.',
    registerWithParent: 'Register with a parent',
    expired: 'This took too long. Please log in again. What you typed is saved.',
    signInAgain: 'Log in again',
  },

  connect: {
    metaTitle: 'Connect your account',
    title: 'You already have an account',
    greeting: { title: 'Welcome back.', text: 'Show us once that the account is yours.' },
    found: (provider: string) =>
      `{email} has a Baobab account. You logged in with {methods} before. Prove that it is yours, and you can log in with ${provider} from now on.`,
    button: 'Connect and log in',
    busy: 'Connecting...',
  },
} as const

/** Names the sign-in methods: 'Microsoft and a password'. */
export function listMethods(methods: readonly SignInMethod[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(methods.map((method) => methodLabels[method]))
}

/** The wording that each company requires on its button. */
export const buttonLabels: Readonly<Record<IdentityProvider, string>> = {
  microsoft: 'Sign in with Microsoft',
  linkedin: 'Sign in with LinkedIn',
  pinterest: 'Continue with Pinterest',
  x: 'Sign in with X (Twitter)',
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
  notOpened: 'We could not open the login window. Check your network, then try again.',
} as const

export const proofText = {
  password: 'Your password',
  code: 'Code',
  codeHint: 'Six numbers, from our email. The code works for 15 minutes.',
  mailCode: 'Email me a code',
  mailCodeInstead: 'Email me a code instead',
  mailAgain: 'Send another code',
  mailAgainIn: (seconds: number) => `Send another code in ${seconds} s`,
  usePassword: 'Use my password instead',
  noPassword: 'You have no password, so we will email you a code.',
  sending: 'Sending...',
} as const

export const settingsText = {
  title: 'Ways to log in',
  password: 'Password',
  passwordSet: 'Set',
  passwordNotSet: 'Not set',
  setPassword: 'Set a password',
  changePassword: 'Change it',
  newPassword: 'New password',
  confirm: 'Confirm new password',
  save: 'Save password',
  saving: 'Saving...',
  closeNote: 'OK',
  connectedSince: (date: string) => `Connected since ${date}`,
  notConnected: 'Not connected',
  connect: 'Connect',
  connectQuestion: (provider: string) => `Connect ${provider}?`,
  connectEffect: (provider: string) => `Anyone who can use that ${provider} account can then open your Baobab account.`,
  connecting: 'Connecting...',
  disconnect: 'Disconnect',
  disconnectQuestion: (provider: string) => `Disconnect ${provider}?`,
  disconnectEffect: (provider: string) => `You can no longer log in with ${provider}. Nothing else changes.`,
  disconnecting: 'Disconnecting...',
  lastMethod: 'This is your only way to log in. Set a password before you disconnect it.',
  cancel: 'Cancel',
} as const
