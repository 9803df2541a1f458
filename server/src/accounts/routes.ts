import * as contract from '@baobab/contract/accounts.ts'
import { text } from '@baobab/contract/text.ts'
import type { FastifyRequest } from 'fastify'
import { fail } from '../platform/errors.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { agreeAsGuardian } from './agree-as-guardian.ts'
import { logInAdmin, logInStudent, type Origin } from './log-in.ts'
import { adminDataOf } from './picture-links.ts'
import { registerAdmin } from './register-admin.ts'
import { registerStudent } from './register.ts'
import { resendCode } from './resend-code.ts'
import { forgotPassword, resetPassword } from './reset-password.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'
import { verifyEmail } from './verify-email.ts'

const success = (message: string) => ({ status: 'success' as const, message })

function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] }
}

export function addAccountRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.registerStudent, async ({ body, request }) => {
    await app.limits.countAddress('registrations', request.ip)
    return { message: text.registered, ...(await registerStudent(app, body)) }
  })
  route(context, contract.verifyEmail, async ({ body }) => {
    await verifyEmail(app, body)
    return success(text.emailVerified)
  })
  route(context, contract.agreeAsGuardian, async ({ body }) => {
    await agreeAsGuardian(app, body)
    return success(text.guardianAgreed)
  })
  route(context, contract.resendCode, async ({ body }) => {
    await resendCode(app, body.email)
    return success(text.codeSent)
  })
  route(context, contract.logInStudent, async ({ body, request }) => ({
    message: text.loggedIn,
    ...(await logInStudent(app, body, originOf(request))),
  }))
  route(context, contract.logOutStudent, async ({ who }) => {
    await endSession(app, who, who.sessionId)
    return { message: text.loggedOut }
  })
  route(context, contract.forgotPassword, async ({ body }) => {
    await forgotPassword(app, body.email)
    return success(text.resetSent)
  })
  route(context, contract.resetPassword, async ({ body }) => {
    await resetPassword(app, body)
    return success(text.resetDone)
  })
  addSessionRoutes(context)
  addAdminRoutes(context)
}

function addSessionRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listSessions, async ({ who }) => ({
    sessions: (await listSessions(app, who.id)).map((session) => ({
      _id: session.id,
      device: session.device,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      isCurrent: session.id === who.sessionId,
    })),
  }))
  route(context, contract.endSession, async ({ who, params }) => {
    if (!(await endSession(app, who, params.sessionId))) fail('not_found')
    return { message: text.sessionEnded }
  })
  route(context, contract.endOtherSessions, async ({ who }) => {
    await endOtherSessions(app, who)
    return { message: text.sessionsEnded }
  })
}

function addAdminRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.registerAdmin, async ({ body }) => {
    await registerAdmin(app, body)
    return { message: text.registered }
  })
  route(context, contract.logInAdmin, async ({ body, request }) => {
    const { authToken, admin } = await logInAdmin(app, body, originOf(request))
    return { message: text.loggedIn, authToken, adminData: adminDataOf(app, admin) }
  })
  route(context, contract.logOutAdmin, async ({ who }) => {
    await endSession(app, who, who.sessionId)
    return { message: text.loggedOut }
  })
}
