import * as contract from '@baobab/contract/sessions.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { writeLine } from '../audit/write-line.ts'
import type { Person } from '../platform/auth.ts'
import { fail } from '../platform/errors.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'

export function addSessionRoutes(context: RouteContext): void {
  const { app } = context
  const listOf = async (who: Person) => ({
    sessions: (await listSessions(app, who)).map((session) => ({
      _id: session.id,
      device: session.device,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      isCurrent: session.id === who.sessionId,
    })),
  })
  route(context, contract.listSessions, ({ who }) => listOf(who))
  route(context, contract.endSession, async ({ who, params }) => {
    if (!(await endSession(app.db, who, params.sessionId))) fail('not_found')
    return { message: accountsText.sessionEnded }
  })
  route(context, contract.endOtherSessions, async ({ who }) => {
    await endOtherSessions(app.db, who)
    return { message: accountsText.sessionsEnded }
  })
  route(context, contract.listAdminSessions, ({ who }) => listOf(who))
  route(context, contract.endAdminSession, async ({ who, params }) => {
    await app.db.transaction(async (tx) => {
      if (!(await endSession(tx, who, params.sessionId))) fail('not_found')
      await writeLine(app, tx, { adminId: who.id, action: 'admin.session_ended', subject: params.sessionId })
    })
    return { message: accountsText.sessionEnded }
  })
  route(context, contract.endOtherAdminSessions, async ({ who }) => {
    await app.db.transaction(async (tx) => {
      await endOtherSessions(tx, who)
      await writeLine(app, tx, { adminId: who.id, action: 'admin.sessions_ended', subject: who.id })
    })
    return { message: accountsText.sessionsEnded }
  })
}
