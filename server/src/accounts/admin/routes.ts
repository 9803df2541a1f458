import { toEndedReply } from '@baobab/contract/accounts/sessions.ts'
import * as contract from '@baobab/contract/accounts/admin.ts'
import { accountsAdminText, accountsText } from '@baobab/contract/accounts/text.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import { createDirectRequestCheck } from '../../platform/http/direct-requests.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { getLoginOrigin } from '../login-guard.ts'
import { toAdminProfile } from '../picture-links.ts'
import { endSession } from '../sessions.ts'
import { changePassword } from './change-password.ts'
import { reauthenticateAdmin } from './reauthenticate-admin.ts'
import { inviteAdmin, listOpenInvitations, resendInvitation, revokeInvitation } from './invitations.ts'
import { forgotPassword, resetPassword } from '../reset-password.ts'
import { beginSecondFactor, makeRecoveryCodes, readSecondFactor } from './second-factor.ts'
import { turnOffSecondFactor, turnOnSecondFactor } from './second-factor.ts'
import { logInAdmin } from './log-in.ts'
import { registerAdmin } from './register-admin.ts'
import { listRegistrations, resendRegistrationMail } from './registrations.ts'
import { listRoles } from '@baobab/contract/accounts/rules.ts'
import { changeRoles, endAccess, listAdmins } from './team.ts'

/** Registration and login of admins, their passwords, second factor and team. */
export function addAccountAdminRoutes(context: RouteContext): void {
  addLoginRoutes(context)
  addTeamRoutes(context)
  addRegistrationRoutes(context)
  addPasswordRoutes(context)
  addSecondFactorRoutes(context)
}

function addLoginRoutes(context: RouteContext): void {
  const { app } = context
  const isDirect = createDirectRequestCheck(app.config)
  route(context, contract.registerAdmin, async ({ body, request }) => {
    // Otherwise a proxy on this machine, or a page on another site, could register the first admin for somebody else.
    await registerAdmin(app, body, { needsSetupCode: app.config.needsSetupCode || !isDirect(request) })
    return { message: accountsText.registered }
  })
  route(context, contract.logInAdmin, async ({ body, request }) => {
    const { authToken, device, sessionId, admin } = await logInAdmin(app, body, getLoginOrigin(request))
    return { message: accountsText.loggedIn, authToken, device, adminData: toAdminProfile(app, { sessionId }, admin) }
  })
  route(context, contract.logOutAdmin, async ({ who }) => {
    await app.db.transaction(async (tx) => {
      await endSession(app, tx, who, who.sessionId)
      await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.logged_out', subject: who.id })
    })
    return { message: commonText.loggedOut }
  })
}

function addTeamRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listTeam, async ({ who }) => ({
    admins: await listAdmins(app, who),
    invitations: await listOpenInvitations(app),
  }))
  route(context, contract.endAccess, async ({ who, params }) => {
    await endAccess(app, who, params.adminId)
    return { message: accountsAdminText.accessEnded }
  })
  route(context, contract.changeRole, async ({ who, params, body }) => {
    await changeRoles(app, who, { adminId: params.adminId, chosen: listRoles(body) })
    return { message: accountsAdminText.roleChanged }
  })
  route(context, contract.inviteAdmin, async ({ who, body }) => ({
    message: accountsAdminText.invitationSent,
    invitation: await inviteAdmin(app, who, body),
  }))
  route(context, contract.resendInvitation, async ({ who, params }) => ({
    message: accountsAdminText.invitationSent,
    invitation: await resendInvitation(app, who, params.invitationId),
  }))
  route(context, contract.revokeInvitation, async ({ who, params }) => {
    await revokeInvitation(app, who, params.invitationId)
    return { message: accountsAdminText.invitationRevoked }
  })
}

function addRegistrationRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listRegistrations, ({ query }) => listRegistrations(app, query))
  route(context, contract.resendRegistrationMail, async ({ who, params }) => {
    await resendRegistrationMail(app, who, params.registrationId)
    return { message: accountsAdminText.registrationMailed }
  })
}

function addPasswordRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.reauthenticateAdmin, async ({ who, body }) => {
    await reauthenticateAdmin(app, who, body)
    return { message: accountsAdminText.reauthenticated }
  })
  route(context, contract.changePassword, async ({ who, body }) => {
    const ended = await changePassword(app, who, body)
    return { message: accountsAdminText.passwordChanged, ended: toEndedReply(ended) }
  })
  route(context, contract.forgotAdminPassword, async ({ body }) => {
    await forgotPassword(app, body, 'admin')
    return { status: 'success' as const, message: accountsText.resetSent }
  })
  route(context, contract.resetAdminPassword, async ({ body, request }) => {
    const { device, ended } = await resetPassword(app, body, { kind: 'admin', address: request.ip })
    return { status: 'success' as const, message: accountsText.resetDone, device, ended: toEndedReply(ended) }
  })
}

function addSecondFactorRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.readSecondFactor, ({ who }) => readSecondFactor(app, who))
  route(context, contract.beginSecondFactor, ({ who, body }) => beginSecondFactor(app, who, body.password))
  route(context, contract.turnOnSecondFactor, async ({ who, body }) => ({
    message: accountsAdminText.secondFactorOn,
    recoveryCodes: await turnOnSecondFactor(app, who, body.code),
  }))
  route(context, contract.makeRecoveryCodes, async ({ who, body }) => ({
    message: accountsAdminText.recoveryCodesMade,
    recoveryCodes: await makeRecoveryCodes(app, who, body),
  }))
  route(context, contract.turnOffSecondFactor, async ({ who, body }) => {
    await turnOffSecondFactor(app, who, body)
    return { message: accountsAdminText.secondFactorOff }
  })
}
