// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, and the page shows
// the rest. All other sentences of a page are in web/app.
import type { AdminRole } from './rules.ts'
import type { ErrorCodes } from '../kernel/text.ts'

export const accountsText = {
  registered: 'Registration successful',
  registrationFailed: 'Registration failed!',
  loggedIn: 'Login successful!',
  studentLoginFailed: 'Login failed! Please check your credentials.',
  adminLoginFailed: 'Login failed!',
  verifyEmailFirst: 'Please verify your email first.',
  emailVerified: 'Email verified successfully!',
  emailVerifiedTitle: 'Email Verified Successfully!',
  verificationFailed: 'Verification failed! Please try again.',
  verificationMissing: 'Missing email or verification token.',
  tooManyWrongCodes: 'Too many wrong tries. Please ask for a new code.',
  guardianNeeded: "Parent's or guardian's email is required",
  guardianIsSelf: "Enter your parent's or guardian's email, not your own",
  guardianNumberIsSelf: "Enter your parent's or guardian's phone number, not your own",
  oneGuardianAddress: 'Enter an email or a phone number, not both',
  numberVerified: 'Phone number verified successfully!',
  guardianTexted: 'We have sent your parent or guardian a text message.',
  guardianAsked: 'We have emailed your parent or guardian.',
  resetSent: 'Check your email for reset instructions.',
  resetDone: 'Your password has been changed. Please log in.',
  resetError: 'Error resetting password.',
  tokenInvalid: 'Invalid or expired token.',
  passwordsMustMatch: 'Passwords must match',
  passwordsDiffer: 'Passwords do not match.',
  passwordsRequired: 'Both password fields are required.',
  wrongPassword: 'This password is not correct.',
  usernameTaken: 'Username is already taken',
} as const

// Replies and refusals about accounts. Only the server writes these sentences, so no page loads them.

export const accountsReplyText = {
  codeSent: 'If this email is not verified yet, we have sent it a code.',
  codeTexted: 'If this phone number is not verified yet, we have sent it a code.',
  verifyNumberFirst: 'Please verify your phone number first.',
  codeTooSoon: 'Please wait a minute before you ask for another code.',
  guardianAgreed: 'Thank you. The account is open now.',
  guardianIsChild:
    'The child now uses this email too, so it cannot be the email of a parent or guardian. Please write to us and tell us a different one.',
  guardianAgreedButUsernameLost:
    'Thank you, but somebody else has this username now, so the account could not be opened. Please ask the child to sign up again with another username.',
  guardianAskedTooSoon: 'Please wait a minute before you ask us to send it again.',
  consentRefused: 'You said no. We have deleted the registration and everything that was entered.',
  consentWithdrawn: 'The account has been closed, and the personal data has been deleted.',
  registrationNotFound: 'We could not find this registration. Please log in to continue.',
  consentNeeded: 'Your parent or guardian has to agree first. Ask them to open the link in the email we sent them.',
  usernameLost: 'Somebody else has this username now. Please sign up again with another one.',
  resetCodeSent: 'Check your messages for the code.',
  numberCodeSent: 'We have sent a code to this phone number.',
  numberCodesUsedUp: 'We have sent many codes to this phone number. Please try again later.',
  proofCodeTexted: 'We have sent you a code by text message.',
  noAddressForCode:
    'We have no email or phone number to send you a code. Please use your password, or write to us on the Contact page.',
  smsUnavailable: 'We cannot send text messages. Please use an email.',
  smsPaused: 'We cannot send text messages right now. Please use an email, or try again later.',
  numberAbroad: 'We can only send text messages to numbers in Nigeria. Please use an email.',
  sessionEnded: 'That device has been logged out.',
  sessionsEnded: 'All other devices have been logged out.',
} as const

// Messages about guardians that the server sends.

export const guardianText = {
  /** For the link in a mail that an earlier release sent before the child had entered the code. */
  consentTooEarly:
    'The child has not entered the code from our email yet. We will email you again as soon as they have.',
  guardianSaidNo:
    'You said no. We have deleted your email, and the account stays closed until a parent or guardian agrees.',
  guardianChangeRefused: 'You said no. We have deleted your email, and the account stays as it is.',
  consentLinkUnused:
    'This link no longer belongs to an account. If you withdrew your consent, the account is closed and its data deleted.',
  guardianMissing:
    'A parent or guardian has to agree first. Tell us the email of your parent or guardian, and we will ask them.',
} as const

// The companies whose accounts students can sign in with.

/** In the order of the buttons. */
export const identityProviders = ['microsoft', 'linkedin', 'pinterest', 'x', 'tiktok', 'apple'] as const
export type IdentityProvider = (typeof identityProviders)[number]

/** The names as the companies write them; X also has its better known earlier name. */
export const providerNames: Readonly<Record<IdentityProvider, string>> = {
  microsoft: 'Microsoft',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  x: 'X (Twitter)',
  tiktok: 'TikTok',
  apple: 'Apple',
}

/** The ways to sign in to an account. */
export const signInMethods = ['password', ...identityProviders] as const
export type SignInMethod = (typeof signInMethods)[number]

/** Returns the path that a provider redirects the browser to. Registered with each provider, so it must never change. */
export function providerCallbackPath(provider: IdentityProvider): string {
  return `/student/sign-in/${provider}/callback`
}

/** What a device is called if its browser does not say what it is. */
export const UNKNOWN_DEVICE = 'Unknown device'

export const identityProvidersText = {
  denied: (provider: string) => `You did not let ${provider} share who you are, so you are not logged in.`,
  failed: (provider: string) => `Logging in with ${provider} did not work. Please try again, or use another way.`,
  unavailable: (provider: string) =>
    `${provider} is not responding right now. Please try again later, or use another way.`,
  expired: 'This took too long, or it was started in another window. Please try again.',
  /** The spec's message for when Apple's script cannot run. */
  appleUnavailable: "Apple SDK isn't loaded!",
  inUse: (provider: string) => `This ${provider} account belongs to another Baobab account.`,
  signedUpAlready: (provider: string) =>
    `You have signed up with this ${provider} account before. Please log in again.`,
  alreadyConnected: (provider: string) => `Another ${provider} account is already connected. Disconnect it first.`,
  connected: (provider: string) => `You can now log in with ${provider}.`,
  disconnected: (provider: string) => `You can no longer log in with ${provider}.`,
  lastMethod: 'This is your only way to log in. Set a password first.',
  notConnected: (provider: string) => `Your account is not connected to ${provider}.`,
  passwordSet: 'Your password has been saved. Your other devices have been logged out.',
  guardianPending:
    'An account with this email is waiting for a parent or guardian to agree. Continue in the browser where you registered.',
  emailBounced: (email: string) =>
    `Our emails to ${email} are not getting through, so we cannot send you a code. Please write to us on the Contact page.`,
  codesUsedUp: 'We have sent many codes to this address. Please try again in an hour.',
  proofCodeSent: 'We have emailed you a code.',
  codeNeeded: 'Enter the code from our email.',
  wrongProofCode: 'This code is not correct, or it has expired.',
  parentRegisters:
    'You are too young for this way of logging in. A parent or guardian can register you with an email address.',
} as const

// Success, failure and refusal messages for admin accounts. The server sends some of them, and the page shows the rest. All other
// sentences of a page are in web/app.

export const accountsAdminText = {
  adminByInvitation: 'Admin registration is by invitation.',
  setupCodeNeeded: 'Enter the setup code from the server log.',
  setupCodeWrong: 'This setup code is not correct.',
  adminExists: 'This person is already an admin.',
  invitationSent: 'The invitation is on its way.',
  invitationRevoked: 'The invitation no longer works.',
  registrationMailed: 'A new email is on its way.',
  mailsUsedUp: 'We have sent enough emails to this address for now. Please try again later.',
  registrationsLoading: 'Loading registrations...',
  registrationsFailed: 'Failed to fetch the registrations.',
  noRegistrations: 'No registrations found.',
  accessEnded: 'Access removed. This person has been logged out everywhere.',
  accessIsOwn: 'You cannot remove your own access. Ask another owner to do it.',
  chooseRole: 'Please choose a role.',
  roleChanged: 'The role has been changed.',
  roleIsOwn: 'You cannot change your own role. Ask another owner to do it.',
  reauthenticationNeeded: 'Please enter your password again to continue.',
  reauthenticated: 'Thank you. You can continue.',
  passwordChanged: 'Your password has been changed. Every other device was logged out.',
  secondFactorNeeded: 'Enter the 6-digit code from your authenticator app.',
  secondFactorWrong: 'This code is not correct. Please wait for the next one and try again.',
  secondFactorOn: 'Two-factor authentication is on.',
  secondFactorOff: 'Two-factor authentication is off.',
  secondFactorIsOn: 'Two-factor authentication is already on.',
  secondFactorNotBegun: 'There is no key to confirm yet. Please start again.',
  recoveryCodesMade: 'Your new recovery codes are ready. The old ones no longer work.',
} as const

/** The name of each role, and a sentence about what it does. */
export const roleTexts: Readonly<Record<AdminRole, { label: string; description: string }>> = {
  owner: { label: 'Owner', description: 'Can do everything, and manages the team and the settings.' },
  content: { label: 'Content', description: 'Manages videos and questions.' },
  support: { label: 'Support', description: 'Looks after students, messages and notifications.' },
  finance: { label: 'Finance', description: 'Looks after payments and refunds.' },
  auditor: { label: 'Auditor', description: 'Sees everything, but changes and exports nothing.' },
}

const listFormat = new Intl.ListFormat('en-GB')

/** 'Support', 'Support and Finance' */
export const labelRoles = (roles: readonly AdminRole[]): string =>
  listFormat.format(roles.map((role) => roleTexts[role].label))

// Why an admin cannot make a decision alone, or at all. Times are in Lagos.

const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
})

export const twoAdminsText = {
  /** @param from when the admin may start to decide, because nobody else is left */
  notAmongDeciders: (from?: Date) =>
    `You could not approve this when it was proposed, so another admin has to decide.${from ? ` If nobody else can, you can decide it from ${TIME.format(from)}.` : ''}`,
  /** @param aloneFrom when the admin may start to decide alone, because nobody else is left */
  anotherHasTo: (aloneFrom?: Date) =>
    `Another admin has to approve.${aloneFrom ? ` If nobody else can, you can decide alone from ${TIME.format(aloneFrom)}.` : ''}`,
} as const

export const accountsErrors = {
  verification_failed: { status: 400, message: accountsText.verificationFailed },
  token_invalid: { status: 400, message: accountsText.tokenInvalid },
  sign_in_expired: { status: 400, message: identityProvidersText.expired },
  parent_registers: { status: 400, message: identityProvidersText.parentRegisters },
  mfa_required: { status: 401, message: accountsAdminText.secondFactorNeeded },
  login_failed: { status: 401, message: accountsText.studentLoginFailed },
  sign_in_failed: { status: 401, message: 'Logging in did not work. Please try again, or use another way.' },
  reauth_required: { status: 403, message: accountsAdminText.reauthenticationNeeded },
  email_unverified: { status: 403, message: accountsText.verifyEmailFirst },
  consent_needed: { status: 403, message: accountsReplyText.consentNeeded },
  sign_in_denied: { status: 403, message: 'You did not agree, so you are not logged in.' },
  invitation_needed: { status: 403, message: accountsAdminText.adminByInvitation },
  setup_code_needed: { status: 403, message: accountsAdminText.setupCodeNeeded },
  username_taken: { status: 409, message: accountsText.usernameTaken },
  identity_in_use: { status: 409, message: 'This account belongs to another Baobab account.' },
  already_connected: { status: 409, message: 'Another account is already connected. Disconnect it first.' },
  consent_too_early: { status: 409, message: guardianText.consentTooEarly },
  guardian_is_child: { status: 409, message: accountsReplyText.guardianIsChild },
  guardian_pending: { status: 409, message: identityProvidersText.guardianPending },
  email_bounced: {
    status: 409,
    message: 'Our emails to your address are not getting through. Please write to us on the Contact page.',
  },
  last_sign_in_method: { status: 409, message: identityProvidersText.lastMethod },
  admin_exists: { status: 409, message: accountsAdminText.adminExists },
  second_factor_on: { status: 409, message: accountsAdminText.secondFactorIsOn },
  second_factor_not_begun: { status: 409, message: accountsAdminText.secondFactorNotBegun },
  own_proposal: { status: 403, message: twoAdminsText.anotherHasTo() },
  not_among_deciders: { status: 403, message: twoAdminsText.notAmongDeciders() },
  sms_paused: { status: 503, message: accountsReplyText.smsPaused },
  sign_in_unavailable: {
    status: 503,
    message: 'This way of logging in is not available right now. Please try again later.',
  },
} as const satisfies ErrorCodes
