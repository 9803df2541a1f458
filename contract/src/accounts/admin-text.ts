// Success, failure and refusal messages for admins' accounts. The server sends some of them, the page shows the
// others. All other sentences of a page are in web/app.

import type { AdminRole } from './roles.ts'

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

/** The name of each role, and in one sentence what it does. */
export const roleTexts: Readonly<Record<AdminRole, { label: string; description: string }>> = {
  owner: { label: 'Owner', description: 'Can do everything, and manages the team and the settings.' },
  content: { label: 'Content', description: 'Manages videos and questions.' },
  support: { label: 'Support', description: 'Looks after students, messages and notifications.' },
  finance: { label: 'Finance', description: 'Looks after payments and refunds.' },
  auditor: { label: 'Auditor', description: 'Sees everything, but changes and exports nothing.' },
}
