// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, the page
// shows the others. All other sentences of a page are in web/app.

export const identityProvidersText = {
  denied: (provider: string) => `You did not let ${provider} share who you are, so you are not signed in.`,
  failed: (provider: string) => `Signing in with ${provider} did not work. Please try again, or use another way.`,
  unavailable: (provider: string) =>
    `${provider} is not responding right now. Please try again later, or use another way.`,
  expired: 'This took too long, or it was started in another window. Please try again.',
  /** The spec's message if Apple's part cannot run. */
  appleUnavailable: "Apple SDK isn't loaded!",
  inUse: (provider: string) => `This ${provider} account belongs to another Baobab account.`,
  signedUpAlready: (provider: string) =>
    `You have signed up with this ${provider} account before. Please sign in again.`,
  alreadyConnected: (provider: string) => `Another ${provider} account is already connected. Disconnect it first.`,
  connected: (provider: string) => `You can now sign in with ${provider}.`,
  disconnected: (provider: string) => `You no longer sign in with ${provider}.`,
  lastMethod: 'This is your only way of signing in. Set a password first.',
  notConnected: (provider: string) => `Your account is not connected to ${provider}.`,
  passwordSet: 'Your password has been saved. Your other devices have been logged out.',
  guardianPending:
    'An account with this email is waiting for a parent or guardian to agree. Continue in the browser where you registered.',
  emailBounced: (email: string) =>
    `Our emails to ${email} do not arrive, so we cannot send you a code. Please write to us on the Contact page.`,
  codesUsedUp: 'We have sent many codes to this address. Please try again in an hour.',
  proofCodeSent: 'We have emailed you a code.',
  codeNeeded: 'Enter the code from our email.',
  wrongProofCode: 'This code is not correct, or it has expired.',
  parentRegisters:
    'You are too young for this way of signing in. A parent or guardian can register you with an email address.',
} as const
