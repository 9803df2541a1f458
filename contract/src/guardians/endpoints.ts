// The endpoints with which parents and guardians register, log in, and keep or delete their accounts.
import { z } from 'zod'
import { CODE_TRIES } from '../accounts/rules.ts'
import { Session } from '../accounts/sessions.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { DataCopy } from '../privacy/endpoints.ts'
import {
  ForgottenGuardianPassword,
  GuardianCodeRequest,
  GuardianLogin,
  GuardianName,
  GuardianPasswordReset,
  GuardianProof,
  GuardianRegistration,
  GuardianVerification,
  NewGuardianPassword,
} from './forms.ts'

const group = 'Guardians'
const Message = z.object({ message: z.string() })

/** A guardian's own account. */
export const GuardianAccount = z
  .object({
    _id: z.string(),
    name: z.string(),
    /** An email, or a phone number in E.164. */
    address: z.string(),
    createdAt: field.instant,
    /** Whether a student's account still names this guardian, so that the account cannot be deleted. */
    hasChildren: z.boolean(),
  })
  .meta({ id: 'GuardianAccount' })
export type GuardianAccount = z.infer<typeof GuardianAccount>

export const registerGuardian = endpoint({
  group,
  method: 'POST',
  path: '/guardian/register',
  who: 'anyone',
  summary: 'Registers a parent or guardian and sends the code that verifies the email or phone number',
  body: GuardianRegistration,
  status: 201,
  reply: z.object({
    message: z.string(),
    verificationToken: z.string(),
    /** Identifies this registration in later calls, because several may be pending for the same address. */
    registration: z.string(),
  }),
  fails: ['busy', 'sms_paused'],
})

export const verifyGuardian = endpoint({
  group,
  method: 'POST',
  path: '/guardian/verify',
  who: 'anyone',
  summary: `Verifies the address by its 6-digit code, which opens the account; ${CODE_TRIES} wrong tries block the code`,
  body: GuardianVerification,
  reply: Message,
  fails: ['verification_failed'],
})

export const resendGuardianCode = endpoint({
  group,
  method: 'POST',
  path: '/guardian/resend-code',
  who: 'anyone',
  summary: 'Sends a new code, which replaces the old one. Without `registration` a valid code is sent again',
  body: GuardianCodeRequest,
  reply: Message,
  fails: ['sms_paused'],
})

export const logInGuardian = endpoint({
  group,
  method: 'POST',
  path: '/guardian/login',
  who: 'anyone',
  summary: 'Logs a guardian in. The reply has the secret of this browser, which later logins send as `device`',
  body: GuardianLogin,
  reply: z.object({ message: z.string(), authToken: z.string(), device: z.string(), guardian: GuardianAccount }),
  fails: ['login_failed', 'email_unverified', 'busy'],
})

export const logOutGuardian = endpoint({
  group,
  method: 'POST',
  path: '/guardian/logout',
  who: 'guardian',
  summary: 'Ends the session on the server',
  reply: Message,
})

export const forgotGuardianPassword = endpoint({
  group,
  method: 'POST',
  path: '/guardian/forgot-password',
  who: 'anyone',
  summary: 'Sends a code for a new password if the address has an account; the reply is the same if not',
  body: ForgottenGuardianPassword,
  reply: Message,
  fails: ['sms_paused'],
})

export const resetGuardianPassword = endpoint({
  group,
  method: 'POST',
  path: '/guardian/reset-password',
  who: 'anyone',
  summary: 'Sets a new password by a code and ends every other way into the account',
  body: GuardianPasswordReset,
  reply: Message.extend({ device: z.string() }),
  fails: ['busy'],
})

export const readGuardian = endpoint({
  group,
  method: 'GET',
  path: '/guardian/me',
  who: 'guardian',
  summary: "The guardian's own account",
  reply: GuardianAccount,
})

export const renameGuardian = endpoint({
  group,
  method: 'PUT',
  path: '/guardian/me',
  who: 'guardian',
  summary: "Changes the guardian's name",
  body: GuardianName,
  reply: Message.extend({ guardian: GuardianAccount }),
})

export const sendGuardianProofCode = endpoint({
  group,
  method: 'POST',
  path: '/guardian/proof-code',
  who: 'guardian',
  summary: "Sends a code to the account's address, which proves the account instead of the password",
  reply: Message,
  fails: ['sms_paused'],
})

export const setGuardianPassword = endpoint({
  group,
  method: 'PUT',
  path: '/guardian/me/password',
  who: 'guardian',
  summary: 'Changes the password, given the old one or a code, and logs every other device out',
  body: NewGuardianPassword,
  reply: Message,
  fails: ['busy'],
})

export const listGuardianSessions = endpoint({
  group,
  method: 'GET',
  path: '/guardian/sessions',
  who: 'guardian',
  summary: 'The devices on which the guardian is logged in',
  reply: z.object({ sessions: z.array(Session) }),
})

export const endGuardianSession = endpoint({
  group,
  method: 'DELETE',
  path: '/guardian/sessions/:sessionId',
  who: 'guardian',
  summary: 'Logs another device out',
  params: z.object({ sessionId: field.id }),
  reply: Message,
  fails: ['not_found'],
})

export const endOtherGuardianSessions = endpoint({
  group,
  method: 'POST',
  path: '/guardian/sessions/end-others',
  who: 'guardian',
  summary: 'Logs out all other devices and forgets the browsers that have logged in before',
  reply: Message,
})

export const exportGuardianData = endpoint({
  group,
  method: 'GET',
  path: '/guardian/me/export',
  who: 'guardian',
  summary: 'Everything that is stored about the guardian, as one JSON file',
  reply: DataCopy,
})

export const eraseGuardian = endpoint({
  group,
  method: 'POST',
  path: '/guardian/erase',
  who: 'guardian',
  summary: 'Deletes the account and all its personal data, once no child has this guardian any more',
  body: GuardianProof,
  reply: Message,
  fails: ['guardian_has_children', 'busy'],
})
