import type { ErrorCodes } from '../kernel/error-codes.ts'
import { accountsAdminText } from './admin-text.ts'
import { accountsReplyText } from './replies-text.ts'
import { accountsText } from './text.ts'
import { guardianText } from './guardian-text.ts'
import { identityProvidersText } from './identity-providers-text.ts'
import { twoAdminsText } from './two-admins-text.ts'

export const accountsErrors = {
  verification_failed: { status: 400, message: accountsText.verificationFailed },
  token_invalid: { status: 400, message: accountsText.tokenInvalid },
  sign_in_expired: { status: 400, message: identityProvidersText.expired },
  parent_registers: { status: 400, message: identityProvidersText.parentRegisters },
  mfa_required: { status: 401, message: accountsAdminText.secondFactorNeeded },
  login_failed: { status: 401, message: accountsText.studentLoginFailed },
  sign_in_failed: { status: 401, message: 'Signing in did not work. Please try again, or use another way.' },
  reauth_required: { status: 403, message: accountsAdminText.reauthenticationNeeded },
  email_unverified: { status: 403, message: accountsText.verifyEmailFirst },
  consent_needed: { status: 403, message: accountsReplyText.consentNeeded },
  sign_in_denied: { status: 403, message: 'You did not agree, so you are not signed in.' },
  invitation_needed: { status: 403, message: accountsAdminText.adminByInvitation },
  setup_code_needed: { status: 403, message: accountsAdminText.setupCodeNeeded },
  username_taken: { status: 409, message: accountsText.usernameTaken },
  identity_in_use: { status: 409, message: 'This account belongs to another Baobab account.' },
  already_connected: { status: 409, message: 'Another account is already connected. Disconnect it first.' },
  consent_too_early: { status: 409, message: guardianText.consentTooEarly },
  guardian_pending: { status: 409, message: identityProvidersText.guardianPending },
  email_bounced: {
    status: 409,
    message: 'Our emails to your address do not arrive. Please write to us on the Contact page.',
  },
  last_sign_in_method: { status: 409, message: identityProvidersText.lastMethod },
  admin_exists: { status: 409, message: accountsAdminText.adminExists },
  second_factor_on: { status: 409, message: accountsAdminText.secondFactorIsOn },
  second_factor_not_begun: { status: 409, message: accountsAdminText.secondFactorNotBegun },
  own_proposal: { status: 403, message: twoAdminsText.anotherHasTo() },
  not_among_deciders: { status: 403, message: twoAdminsText.notAmongDeciders() },
  sign_in_unavailable: {
    status: 503,
    message: 'This way of signing in is not available right now. Please try again later.',
  },
} as const satisfies ErrorCodes
