// The endpoints admins use to register, log in, reauthenticate, set up a second factor and manage their team.
import { z } from 'zod'
import {
  AdminRegistration,
  CodeOnly,
  ForgottenAdminPassword,
  EmailLogin,
  NewInvitation,
  PasswordChange,
  Reauthentication,
  moreRoles,
  role,
  secondFactorCode,
} from './forms.ts'
import { linkFields } from './endpoints.ts'
import { EndedReply } from './sessions.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { EMAIL_MAX } from './rules.ts'
import { AdminProfile } from '../profile/endpoints.ts'

const group = 'Admins'
const Message = z.object({ message: z.string() })
const Outcome = z.object({ status: z.literal('success'), message: z.string() })

export const registerAdmin = endpoint({
  group,
  method: 'POST',
  path: '/admin/register',
  who: 'anyone',
  summary: 'Registers the first admin (in production with the setup code printed in the log), later ones by invitation',
  body: AdminRegistration,
  status: 201,
  reply: Message,
  fails: ['invitation_needed', 'setup_code_needed', 'username_taken', 'busy'],
})

export const AdminLogin = z.strictObject({ ...EmailLogin.shape, code: z.optional(secondFactorCode) })

export const logInAdmin = endpoint({
  group,
  method: 'POST',
  path: '/admin/login',
  who: 'anyone',
  summary: 'Logs an admin in; a code is required as well if the second factor is on',
  body: AdminLogin,
  reply: z.object({ message: z.string(), authToken: z.string(), device: z.string(), adminData: AdminProfile }),
  fails: ['login_failed', 'mfa_required', 'busy'],
})

export const logOutAdmin = endpoint({
  group,
  method: 'POST',
  path: '/admin/logout',
  who: 'admin',
  summary: 'Ends the session on the server',
  reply: Message,
})

export const reauthenticateAdmin = endpoint({
  group,
  method: 'POST',
  path: '/admin/confirm',
  who: 'admin',
  summary: 'Reauthenticates with the password: for 15 minutes the session may make calls that require it',
  body: Reauthentication,
  reply: Message,
  fails: ['busy'],
})

export const TeamMember = z
  .object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    role,
    moreRoles: z.array(role),
    profilePicture: z.string().nullable(),
    joinedAt: field.instant,
    lastSeenAt: z.nullable(field.instant),
    hasSecondFactor: z.boolean(),
  })
  .meta({ id: 'TeamMember' })
export type TeamMember = z.infer<typeof TeamMember>

export const Invitation = z
  .object({
    _id: z.string(),
    email: z.string(),
    /** The roles that the invited admin gets. */
    role,
    moreRoles: z.array(role),
    invitedBy: z.string(),
    sentAt: field.instant,
    expiresAt: field.instant,
    isExpired: z.boolean(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

export const listTeam = endpoint({
  group,
  method: 'GET',
  path: '/admin/admins',
  who: ['owner', 'auditor'],
  summary: 'The admins, and the invitations that are still open',
  reply: z.object({ admins: z.array(TeamMember), invitations: z.array(Invitation) }),
})

const adminParams = z.object({ adminId: field.id })

export const endAccess = endpoint({
  group,
  method: 'DELETE',
  path: '/admin/admins/:adminId',
  who: ['owner'],
  summary:
    "Ends another admin's access and all their sessions. Nobody can end their own, so that one owner always remains",
  params: adminParams,
  reply: Message,
  needsReauthentication: true,
  fails: ['not_found'],
})

export const RoleChange = z.strictObject({ role, moreRoles })

export const changeRole = endpoint({
  group,
  method: 'PUT',
  path: '/admin/admins/:adminId/role',
  who: ['owner'],
  summary:
    "Changes another admin's roles, from their next request on. Nobody can change their own, so that one owner always remains",
  params: adminParams,
  body: RoleChange,
  reply: Message,
  needsReauthentication: true,
  fails: ['not_found'],
})

export const inviteAdmin = endpoint({
  group,
  method: 'POST',
  path: '/admin/invitations',
  who: ['owner'],
  summary: 'Mails an invitation to become an admin with these roles: works once, for this email only, within 72 hours',
  body: NewInvitation,
  status: 201,
  reply: z.object({ message: z.string(), invitation: Invitation }),
  needsReauthentication: true,
  fails: ['admin_exists'],
})

const invitationParams = z.object({ invitationId: field.id })

export const resendInvitation = endpoint({
  group,
  method: 'POST',
  path: '/admin/invitations/:invitationId/resend',
  who: ['owner'],
  summary: 'Mails an open invitation again; its 72 hours start again',
  params: invitationParams,
  reply: z.object({ message: z.string(), invitation: Invitation }),
  needsReauthentication: true,
  fails: ['not_found'],
})

export const revokeInvitation = endpoint({
  group,
  method: 'DELETE',
  path: '/admin/invitations/:invitationId',
  who: ['owner'],
  summary: 'Revokes an open invitation',
  params: invitationParams,
  reply: Message,
  fails: ['not_found'],
})

/** A registration whose account has not opened yet. */
export const PendingRegistration = z
  .object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    registeredAt: field.instant,
    /** The guardian who has to agree; null until the email is verified. */
    guardianEmail: z.string().nullable(),
  })
  .meta({ id: 'PendingRegistration' })
export type PendingRegistration = z.infer<typeof PendingRegistration>

export const listRegistrations = endpoint({
  group,
  method: 'GET',
  path: '/admin/pending-registrations',
  who: ['owner', 'support', 'auditor'],
  summary: 'The registrations whose email is not verified or whose guardian has not agreed, newest first',
  query: z.strictObject({
    /** The beginning of a username, or a whole email address. */
    search: z._default(field.optionalText({ name: 'Search', max: EMAIL_MAX }), ''),
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z.string().max(200).optional(),
  }),
  reply: z.object({ registrations: z.array(PendingRegistration), nextCursor: z.string().nullable() }),
})

export const resendRegistrationMail = endpoint({
  group,
  method: 'POST',
  path: '/admin/pending-registrations/:registrationId/resend',
  who: ['owner', 'support'],
  summary: 'Mails a new code, or asks the guardian again if only the consent is missing',
  params: z.object({ registrationId: field.id }),
  reply: Message,
  fails: ['not_found'],
})

export const readSecondFactor = endpoint({
  group,
  method: 'GET',
  path: '/admin/second-factor',
  who: 'admin',
  summary: "Whether the admin's second factor is on, and how many recovery codes are left",
  reply: z.object({ isOn: z.boolean(), since: z.nullable(field.instant), recoveryCodesLeft: z.number().int() }),
})

export const PasswordOnly = z.strictObject({ password: field.typedPassword })

export const beginSecondFactor = endpoint({
  group,
  method: 'POST',
  path: '/admin/second-factor/begin',
  who: 'admin',
  summary: 'Creates a key for an authenticator app; the second factor is off until a code from that app confirms it',
  body: PasswordOnly,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  fails: ['second_factor_on', 'busy'],
})

const RecoveryCodes = z.object({ message: z.string(), recoveryCodes: z.array(z.string()) })

export const turnOnSecondFactor = endpoint({
  group,
  method: 'POST',
  path: '/admin/second-factor',
  who: 'admin',
  summary:
    'Turns the second factor on, given a code from the app; returns ten recovery codes, which are never shown again',
  body: CodeOnly,
  reply: RecoveryCodes,
  fails: ['second_factor_on', 'second_factor_not_begun'],
})

const PasswordAndCode = z.strictObject({ password: field.typedPassword, code: secondFactorCode })

export const makeRecoveryCodes = endpoint({
  group,
  method: 'POST',
  path: '/admin/second-factor/recovery-codes',
  who: 'admin',
  summary: 'Creates ten new recovery codes; the earlier ones stop working',
  body: PasswordAndCode,
  reply: RecoveryCodes,
  fails: ['second_factor_not_begun', 'busy'],
})

export const turnOffSecondFactor = endpoint({
  group,
  method: 'DELETE',
  path: '/admin/second-factor',
  who: 'admin',
  summary: 'Turns the second factor off',
  body: PasswordAndCode,
  reply: Message,
  fails: ['busy'],
})

export const changePassword = endpoint({
  group,
  method: 'POST',
  path: '/admin/change-password',
  who: 'admin',
  summary: 'Changes the password and ends every other way into the account',
  body: PasswordChange,
  reply: Message.extend({ ended: EndedReply }),
  fails: ['busy'],
})

export const forgotAdminPassword = endpoint({
  group,
  method: 'POST',
  path: '/admin/forgot-password',
  who: 'anyone',
  summary: 'Mails a reset link if the email belongs to an admin; the reply is the same if not',
  body: ForgottenAdminPassword,
  reply: Outcome,
})

export const resetAdminPassword = endpoint({
  group,
  method: 'POST',
  path: '/admin/reset-password',
  who: 'anyone',
  summary: 'Sets a new password by a mailed link and ends every session of the admin',
  body: z.strictObject({
    ...linkFields,
    newPassword: field.adminPassword,
    device: z.optional(field.device),
  }),
  reply: Outcome.extend({ device: z.string().optional(), ended: EndedReply }),
  fails: ['token_invalid', 'busy'],
})
