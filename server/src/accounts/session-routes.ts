import * as contract from '@baobab/contract/accounts/sessions.ts'
import { describeEnded, toEndedReply } from '@baobab/contract/accounts/sessions.ts'
import { accountsReplyText } from '@baobab/contract/accounts/text.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { AdminUser, StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { accountMails } from './account-mails.ts'
import { lockOthersOut } from './lock-out.ts'
import { endSession, listSessions } from './sessions.ts'

/** Lists and ends the devices on which students and admins are logged in. */
export function addSessionRoutes(context: RouteContext): void {
  const { app } = context
  const listForUser = async (who: StudentUser | AdminUser) => ({
    sessions: (await listSessions(app, who)).map((session) => ({
      _id: session.id,
      device: session.device,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      isCurrent: session.id === who.sessionId,
    })),
  })
  route(context, contract.listSessions, ({ who }) => listForUser(who))
  route(context, contract.endSession, async ({ who, params }) => {
    if (!(await endSession(app, app.db, who, params.sessionId))) fail('not_found')
    return { message: accountsReplyText.sessionEnded }
  })
  route(context, contract.endOtherSessions, async ({ who }) => {
    const ended = await app.db.transaction(async (tx) => {
      const locked = await lockOthersOut(app, tx, who, { proof: 'session', sessionId: who.sessionId })
      if (describeEnded(locked).length > 0)
        await app.jobs.send(tx, accountMails, { kind: 'others-locked-out', studentId: who.id, ended: locked })
      return locked
    })
    return { message: accountsReplyText.sessionsEnded, ended: toEndedReply(ended) }
  })
  route(context, contract.listAdminSessions, ({ who }) => listForUser(who))
  route(context, contract.endAdminSession, async ({ who, params }) => {
    await app.db.transaction(async (tx) => {
      if (!(await endSession(app, tx, who, params.sessionId))) fail('not_found')
      await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.session_ended', subject: params.sessionId })
    })
    return { message: accountsReplyText.sessionEnded }
  })
  route(context, contract.endOtherAdminSessions, async ({ who }) => {
    const ended = await app.db.transaction(async (tx) => {
      await writeAuditLine(app, tx, { adminId: who.id, action: 'admin.sessions_ended', subject: who.id })
      return lockOthersOut(app, tx, who, { proof: 'session', sessionId: who.sessionId })
    })
    return { message: accountsReplyText.sessionsEnded, ended: toEndedReply(ended) }
  })
}
