import * as contract from '@baobab/contract/notifications.ts'
import { findStudentById, findStudentByUsername } from '../accounts/queries.ts'
import { auditRead } from '../audit/write-audit-line.ts'
import { requireSelf } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { openUnreadStreams } from './live-notifications.ts'
import { markAllNotificationsRead, markNotificationRead } from './mark-read.ts'
import { countUnreadNotifications, listStudentNotifications } from './queries.ts'

export function addNotificationRoutes(context: RouteContext): void {
  const { app, http } = context
  const live = openUnreadStreams(app, { limits: context.streamLimits })
  route(context, contract.studentNotifications, async ({ who, params, query }) => {
    if (who.kind === 'student') requireSelf(who, params.username)
    const student =
      who.kind === 'student'
        ? await findStudentById(app.db, who.id)
        : await findStudentByUsername(app.db, params.username)
    if (!student || student.erasedAt) fail('not_found')
    if (who.kind === 'admin')
      await auditRead(app, { adminId: who.id, action: 'notifications.read', subject: student.id })
    return listStudentNotifications(app, student, query)
  })
  route(context, contract.unreadNotifications, async ({ who }) => ({
    unread: await countUnreadNotifications(app, who),
  }))
  route(context, contract.liveNotifications, async ({ who, reply }) => live.open(who, reply))
  route(context, contract.readNotification, async ({ who, params }) => {
    const unread = await markNotificationRead(app, who, params.notificationId)
    live.refresh(who.id)
    return { unread }
  })
  route(context, contract.readAllNotifications, async ({ who }) => {
    const unread = await markAllNotificationsRead(app, who)
    live.refresh(who.id)
    return { unread }
  })
  http.addHook('preClose', async () => live.close())
}
