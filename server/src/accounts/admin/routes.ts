import * as contract from '@baobab/contract/accounts-admin.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { changePassword } from './change-password.ts'
import { reauthenticateAdmin } from './reauthenticate-admin.ts'
import { inviteAdmin, listOpenInvitations, resendInvitation, revokeInvitation } from './invitations.ts'
import { forgotPassword, resetPassword } from '../reset-password.ts'
import { beginSecondFactor, makeRecoveryCodes, readSecondFactor } from './second-factor.ts'
import { turnOffSecondFactor, turnOnSecondFactor } from './second-factor.ts'
import { endAccess, listAdmins } from './team.ts'

/** The team; registering and logging in stand in routes.ts. */
export function addAccountAdminRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listTeam, async () => ({
    admins: await listAdmins(app),
    invitations: await listOpenInvitations(app),
  }))
  route(context, contract.endAccess, async ({ who, params }) => {
    await endAccess(app, who, params.adminId)
    return { message: accountsText.accessEnded }
  })
  route(context, contract.inviteAdmin, async ({ who, body }) => ({
    message: accountsText.invitationSent,
    invitation: await inviteAdmin(app, who, body.email),
  }))
  route(context, contract.resendInvitation, async ({ who, params }) => ({
    message: accountsText.invitationSent,
    invitation: await resendInvitation(app, who, params.invitationId),
  }))
  route(context, contract.revokeInvitation, async ({ who, params }) => {
    await revokeInvitation(app, who, params.invitationId)
    return { message: accountsText.invitationRevoked }
  })
  addPasswordRoutes(context)
  addFactorRoutes(context)
}

function addPasswordRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.reauthenticateAdmin, async ({ who, body }) => {
    await reauthenticateAdmin(app, who, body)
    return { message: accountsText.passwordConfirmed }
  })
  route(context, contract.changePassword, async ({ who, body }) => {
    await changePassword(app, who, body)
    return { message: accountsText.passwordChanged }
  })
  route(context, contract.forgotAdminPassword, async ({ body }) => {
    await forgotPassword(app, body.email, 'admin')
    return { status: 'success' as const, message: accountsText.resetSent }
  })
  route(context, contract.resetAdminPassword, async ({ body }) => {
    await resetPassword(app, body, 'admin')
    return { status: 'success' as const, message: accountsText.resetDone }
  })
}

function addFactorRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.readSecondFactor, ({ who }) => readSecondFactor(app, who))
  route(context, contract.beginSecondFactor, ({ who, body }) => beginSecondFactor(app, who, body.password))
  route(context, contract.turnOnSecondFactor, async ({ who, body }) => ({
    message: accountsText.secondFactorOn,
    recoveryCodes: await turnOnSecondFactor(app, who, body.code),
  }))
  route(context, contract.makeRecoveryCodes, async ({ who, body }) => ({
    message: accountsText.recoveryCodesMade,
    recoveryCodes: await makeRecoveryCodes(app, who, body),
  }))
  route(context, contract.turnOffSecondFactor, async ({ who, body }) => {
    await turnOffSecondFactor(app, who, body)
    return { message: accountsText.secondFactorOff }
  })
}
