import { toEndedReply } from '@baobab/contract/accounts/sessions.ts'
import * as contract from '@baobab/contract/accounts/endpoints.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import { accountsReplyText, accountsText } from '@baobab/contract/accounts/text.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { addAccountAdminRoutes } from './admin/routes.ts'
import { askGuardian, isGuardianAsked } from './ask-guardian.ts'
import { giveGuardianConsent, readConsentRequest, type RefuseOtherGuardian } from './guardian-consent.ts'
import { logInStudent } from './log-in.ts'
import { addIdentityProviderRoutes } from './identity-providers/routes.ts'
import { getLoginOrigin } from './login-guard.ts'
import { withAddress } from './read-address.ts'
import { registerStudent } from './register.ts'
import { resendCode } from './resend-code.ts'
import { forgotPassword, readPasswordReset, resetPassword } from './reset-password.ts'
import { addSessionRoutes } from './session-routes.ts'
import { endSession } from './sessions.ts'
import { verifyEmail } from './verify-email.ts'

const success = (message: string) => ({ status: 'success' as const, message })

/** The endpoints for students, sessions and admins. */
export function addAccountRoutes(context: RouteContext, refuseOtherGuardian: RefuseOtherGuardian): void {
  const { app } = context
  route(context, contract.registerStudent, async ({ body, request }) => {
    await app.rateLimits.countByAddress('registrations', request.ip)
    return { message: accountsText.registered, ...(await registerStudent(app, body)) }
  })
  route(context, contract.verifyEmail, async ({ body }) => ({
    ...success(body.email === undefined ? accountsText.numberVerified : accountsText.emailVerified),
    ...(await verifyEmail(app, withAddress(body))),
  }))
  route(context, contract.resendCode, async ({ body }) => {
    await resendCode(app, withAddress(body))
    return success(body.email === undefined ? accountsReplyText.codeTexted : accountsReplyText.codeSent)
  })
  route(context, contract.askGuardian, async ({ body }) => {
    const { guardianEmail, isBySms } = await askGuardian(app, withAddress(body))
    return { ...success(isBySms ? accountsText.guardianTexted : accountsText.guardianAsked), guardianEmail }
  })
  route(context, contract.isGuardianAsked, async ({ body }) => ({
    isWaiting: await isGuardianAsked(app, withAddress(body)),
  }))
  route(context, contract.readConsentRequest, ({ body }) => readConsentRequest(app, body))
  route(context, contract.giveGuardianConsent, async ({ body }) => {
    await giveGuardianConsent(app, body, refuseOtherGuardian)
    return { ...success(accountsReplyText.guardianAgreed), isOpen: true }
  })
  route(context, contract.logInStudent, async ({ body, request }) => ({
    message: accountsText.loggedIn,
    ...(await logInStudent(app, body, getLoginOrigin(request))),
  }))
  route(context, contract.logOutStudent, async ({ who }) => {
    await endSession(app, app.db, who, who.sessionId)
    return { message: commonText.loggedOut }
  })
  route(context, contract.forgotPassword, async ({ body }) => {
    const isBySms = body.email === undefined
    await forgotPassword(app, withAddress(body))
    return success(isBySms ? accountsReplyText.resetCodeSent : accountsText.resetSent)
  })
  route(context, contract.readPasswordReset, ({ body }) => readPasswordReset(app, withAddress(body)))
  route(context, contract.resetPassword, async ({ body, request }) => {
    const outcome = await resetPassword(app, withAddress(body), { kind: 'student', address: request.ip })
    // `disconnected` is read by pages of the previous release.
    const disconnected = outcome.ended.providers.map(({ provider }) => provider)
    return { ...success(accountsText.resetDone), ...outcome, ended: toEndedReply(outcome.ended), disconnected }
  })
  addIdentityProviderRoutes(context)
  addSessionRoutes(context)
  addAccountAdminRoutes(context)
}
