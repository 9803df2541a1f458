// Sign-in with an account at another company, the identity provider. The steps:
//
// 1. The tab makes a random verifier, sends its SHA-256 (`startSignIn`), and opens the URL in the reply.
// 2. The provider returns the browser to `providerCallbackPath`. The server itself exchanges the provider's code, and redirects the
//    browser to the page /sign-in/return with our own single-use code in the URL's fragment.
// 3. The tab that started the sign-in sends that code and its verifier (`finishSignIn`). Either one is useless without the
//    other, so nothing is gained by sending a victim the link to the provider, or by another tab that the provider returned to.
import { z } from 'zod'
import { accountsText } from './text.ts'
import { isSamePassword } from './rules.ts'
import { EndedReply } from './sessions.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { CodeProof, loginFields, newPasswordFields, PasswordProof, SignInForm } from './forms.ts'

const group = 'Sign-in with providers'

/** 256 bits as base64url. */
const secret = z.string().regex(/^[\w-]{43}$/, 'This value is not valid.')
/** Unknown providers get the same error as providers that are not configured. */
const providerParam = z.strictObject({ provider: z.string().min(1).max(100) })
export const proof = { password: z.optional(PasswordProof.shape.password), code: z.optional(CodeProof.shape.code) }
export const hasOneProof = ({ password, code }: { password?: string | undefined; code?: string | undefined }) =>
  (password === undefined) !== (code === undefined)
export const oneProof = { path: ['password'], error: 'Password is required' }

/** A body that only contains the proof. */
export const Proof = z.strictObject(proof).refine(hasOneProof, oneProof)

export const SignInStart = z.strictObject({
  /** The SHA-256 of the tab's verifier, as base64url. */
  browserHash: secret,
})

const Started = z.object({
  /** Identifies this sign-in in later steps. */
  flow: z.string(),
  /** The provider's page, which the tab opens. */
  url: z.string(),
})

export const startSignIn = endpoint({
  group,
  method: 'POST',
  path: '/student/sign-in/:provider/start',
  who: 'anyone',
  summary: "Begins a sign-in: returns the address of the provider's page",
  params: providerParam,
  body: SignInStart,
  reply: Started,
  fails: ['not_found'],
})

/** What the tab that started the sign-in sends once the browser has returned. */
const returned = {
  flow: z.string().max(100),
  /** The single-use code from the URL of the return page; valid for a minute. */
  code: secret,
  /** The value whose SHA-256 the tab sent in the first step. */
  verifier: secret,
}

const SignedIn = z.object({
  step: z.literal('signed-in'),
  message: z.string(),
  authToken: z.string(),
  device: z.string(),
  studentData: z.object({
    _id: z.string(),
    username: z.string(),
    email: z.string().nullable(),
    ageCategory: z.nullable(field.ageCategory),
  }),
})

/** The initial values of a first sign-in's form. */
const FormNeeded = z.object({
  /** Represents the identity that the provider confirmed, in `completeSignIn`; valid for half an hour. */
  ticket: z.string(),
  provider: field.identityProvider,
  /** The person's name at the provider, which shows whose account was used. Not stored. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the provider has verified the email, so that we need not do it again. */
  isEmailVerified: z.boolean(),
})

/** The account opens once the code mailed to this address is entered. */
const CodeMissing = z.object({
  step: z.literal('code-missing'),
  registration: z.string(),
  email: z.string(),
  /** As in the reply to a registration; missing if an earlier sign-in sent the form. */
  verificationToken: z.string().optional(),
  /** Set if an earlier sign-in sent the form: allows sending it again with a different email. */
  again: FormNeeded.optional(),
})

/** The account opens once the guardian with this masked email agrees. */
const GuardianMissing = z.object({
  step: z.literal('guardian-missing'),
  registration: z.string(),
  email: z.string(),
  guardianEmail: z.string(),
})

export const SignInOutcome = z.discriminatedUnion('step', [
  SignedIn,
  CodeMissing,
  GuardianMissing,
  /** This person's first sign-in: the form asks for what the provider did not send. */
  FormNeeded.extend({ step: z.literal('form') }),
  /** The email that the provider verified already has an account. Its owner confirms this with `connectAccount`. */
  z.object({
    step: z.literal('account-found'),
    ticket: z.string(),
    provider: field.identityProvider,
    email: z.string(),
    /** How the owner has signed in so far. */
    methods: z.array(field.signInMethod),
  }),
])
export type SignInOutcome = z.infer<typeof SignInOutcome>

export const finishSignIn = endpoint({
  group,
  method: 'POST',
  path: '/student/sign-in/finish',
  who: 'anyone',
  summary: 'Finishes a sign-in in the tab that began it: logs in, or says what is missing',
  body: z.strictObject({ ...returned, ...loginFields }),
  reply: SignInOutcome,
  fails: [
    'sign_in_expired',
    'sign_in_denied',
    'sign_in_failed',
    'sign_in_unavailable',
    'guardian_pending',
    'consent_needed',
    'account_merged',
    'busy',
  ],
})

export const completeSignIn = endpoint({
  group,
  method: 'POST',
  path: '/student/sign-in/complete',
  who: 'anyone',
  summary: 'Sends the form of a first sign-in; opens the account unless the email or a guardian is missing',
  body: SignInForm,
  status: 201,
  reply: z.discriminatedUnion('step', [SignedIn, CodeMissing, GuardianMissing]),
  fails: ['sign_in_expired', 'parent_registers', 'username_taken', 'identity_in_use', 'busy'],
})

const ticketOnly = z.strictObject({ ticket: z.string().max(200) })

export const mailConnectionCode = endpoint({
  group,
  method: 'POST',
  path: '/student/sign-in/connect/code',
  who: 'anyone',
  summary: 'Mails a code with which the owner of an account proves it, to connect a provider',
  body: ticketOnly,
  reply: z.object({ message: z.string() }),
  fails: ['sign_in_expired', 'email_bounced'],
})

export const AccountConnection = z
  .strictObject({ ticket: z.string().max(200), ...proof, ...loginFields })
  .refine(hasOneProof, oneProof)

export const connectAccount = endpoint({
  group,
  method: 'POST',
  path: '/student/sign-in/connect',
  who: 'anyone',
  summary: 'Connects a provider to the account with the same email, given its password or a mailed code, and logs in',
  body: AccountConnection,
  reply: SignedIn,
  fails: ['sign_in_expired', 'identity_in_use', 'consent_needed', 'busy'],
})

export const listSignInMethods = endpoint({
  group,
  method: 'GET',
  path: '/student/sign-in-methods',
  who: 'student',
  summary: 'How the student signs in: by password, by providers',
  reply: z.object({
    hasPassword: z.boolean(),
    providers: z.array(z.object({ provider: field.identityProvider, connectedAt: field.instant })),
  }),
})

export const mailProofCode = endpoint({
  group,
  method: 'POST',
  path: '/student/proof-code',
  who: 'student',
  summary:
    'Mails a code that can be entered where the password is asked for, or sends it by SMS if mail does not arrive',
  reply: z.object({ message: z.string() }),
  fails: ['email_bounced', 'sms_paused'],
})

export const startConnection = endpoint({
  group,
  method: 'POST',
  path: '/student/sign-in-methods/:provider/start',
  who: 'student',
  summary: 'Begins to connect a provider to the caller’s account, given the password or a mailed code',
  params: providerParam,
  body: z.strictObject({ browserHash: secret, ...proof }).refine(hasOneProof, oneProof),
  reply: Started,
  fails: ['not_found', 'already_connected', 'busy'],
})

export const finishConnection = endpoint({
  group,
  method: 'POST',
  path: '/student/sign-in-methods/finish',
  who: 'student',
  summary: 'Connects the provider, in the tab and session that began it',
  body: z.strictObject(returned),
  reply: z.object({ message: z.string(), provider: field.identityProvider }),
  fails: [
    'sign_in_expired',
    'sign_in_denied',
    'sign_in_failed',
    'sign_in_unavailable',
    'identity_in_use',
    'already_connected',
  ],
})

export const disconnectProvider = endpoint({
  group,
  method: 'DELETE',
  path: '/student/sign-in-methods/:provider',
  who: 'student',
  summary: 'Disconnects a provider, given the password or a mailed code; never the last sign-in method',
  params: providerParam,
  body: Proof,
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'last_sign_in_method', 'busy'],
})

export const NewPassword = z
  .strictObject({ ...newPasswordFields, ...proof })
  .refine((form) => form.repassword === undefined || isSamePassword(form.repassword, form.newPassword), {
    path: ['repassword'],
    error: accountsText.passwordsMustMatch,
  })
  .refine(hasOneProof, oneProof)

export const setPassword = endpoint({
  group,
  method: 'PUT',
  path: '/student/password',
  who: 'student',
  summary: 'Sets or changes the password, given the old one or a mailed code; ends every other way into the account',
  body: NewPassword,
  reply: z.object({ message: z.string(), ended: EndedReply }),
  fails: ['busy'],
})
