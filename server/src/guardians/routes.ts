import { commonText } from '@baobab/contract/kernel/text.ts'
import * as contract from '@baobab/contract/guardians/endpoints.ts'
import { guardiansText } from '@baobab/contract/guardians/text.ts'
import { getLoginOrigin } from '../accounts/login-guard.ts'
import { withAddress } from '../accounts/read-address.ts'
import { fail } from '../platform/http/errors.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import {
  endGuardianSession,
  listGuardianSessions,
  lockOtherGuardiansOut,
  readGuardian,
  renameGuardian,
  setGuardianPassword,
} from './account.ts'
import { requireCodeAddress } from './address.ts'
import { eraseGuardianAccount, exportGuardian } from './erase-guardian.ts'
import { logInGuardian } from './log-in.ts'
import { sendGuardianProofCode } from './prove-guardian.ts'
import { registerGuardian } from './register.ts'
import { resendGuardianCode } from './resend-code.ts'
import { forgotGuardianPassword, resetGuardianPassword } from './reset-password.ts'
import { verifyGuardian } from './verify.ts'

/** Registering, logging in, and a new password: the endpoints that need no login. */
export function addGuardianLoginRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.registerGuardian, async ({ body, request }) => {
    await app.rateLimits.countByAddress('registrations', request.ip)
    return { message: guardiansText.registered, ...(await registerGuardian(app, body)) }
  })
  route(context, contract.verifyGuardian, async ({ body }) => {
    const { email: address, ...form } = withAddress(body)
    await verifyGuardian(app, { address, ...form })
    return { message: guardiansText.verified }
  })
  route(context, contract.resendGuardianCode, async ({ body }) => {
    const address = await requireCodeAddress(app, body, { isUnproved: true })
    await resendGuardianCode(app, { address, registration: body.registration })
    return { message: guardiansText.codeSent }
  })
  route(context, contract.logInGuardian, async ({ body, request }) => ({
    message: guardiansText.loggedIn,
    ...(await logInGuardian(app, body, getLoginOrigin(request))),
  }))
  route(context, contract.forgotGuardianPassword, async ({ body }) => {
    const address = await requireCodeAddress(app, body, { isUnproved: false })
    await forgotGuardianPassword(app, { address, device: body.device })
    return { message: guardiansText.resetSent }
  })
  route(context, contract.resetGuardianPassword, async ({ body, request }) => {
    const { email: address, ...form } = withAddress(body)
    return { message: guardiansText.resetDone, ...(await resetGuardianPassword(app, { address, ...form }, request.ip)) }
  })
}

/** What logged-in guardians do with their own accounts. */
export function addGuardianAccountRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.logOutGuardian, async ({ who }) => {
    await endGuardianSession(app, who, who.sessionId)
    return { message: commonText.loggedOut }
  })
  route(context, contract.readGuardian, ({ who }) => readGuardian(app, who))
  route(context, contract.renameGuardian, async ({ who, body }) => ({
    message: guardiansText.nameSaved,
    guardian: await renameGuardian(app, who, body.name),
  }))
  route(context, contract.sendGuardianProofCode, async ({ who }) => {
    await sendGuardianProofCode(app, who.id)
    return { message: guardiansText.proofCodeSent }
  })
  route(context, contract.setGuardianPassword, async ({ who, body: { newPassword, ...proof } }) => {
    await setGuardianPassword(app, who, newPassword, proof)
    return { message: guardiansText.passwordSaved }
  })
  route(context, contract.listGuardianSessions, async ({ who }) => ({ sessions: await listGuardianSessions(app, who) }))
  route(context, contract.endGuardianSession, async ({ who, params }) => {
    if (!(await endGuardianSession(app, who, params.sessionId))) fail('not_found')
    return { message: guardiansText.sessionEnded }
  })
  route(context, contract.endOtherGuardianSessions, async ({ who }) => {
    await app.db.transaction((tx) => lockOtherGuardiansOut(tx, who.id, { sessionId: who.sessionId }))
    return { message: guardiansText.sessionsEnded }
  })
  route(context, contract.exportGuardianData, async ({ who, reply }) => {
    reply.header('content-disposition', 'attachment; filename="baobab-my-data.json"')
    return exportGuardian(app, who)
  })
  route(context, contract.eraseGuardian, async ({ who, body }) => {
    await eraseGuardianAccount(app, who, body)
    return { message: guardiansText.erased }
  })
}
