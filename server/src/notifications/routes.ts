import * as contract from '@baobab/contract/notifications.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { studentById, studentByUsername } from '../accounts/queries.ts'
import { writeLine } from '../audit/write-line.ts'
import { requireSelf } from '../platform/auth.ts'
import { fail } from '../platform/errors.ts'
import { route, type RouteContext } from '../platform/route.ts'
import { cancelNotice, changeNotice } from './change-notice.ts'
import { streamUnread } from './live-notices.ts'
import { countUnread, listNotices, listSentNotices } from './queries.ts'
import { readAllNotices, readNotice } from './read-notice.ts'
import { sendToMany, sendToStudent } from './send-from-console.ts'

export function addNotificationRoutes(context: RouteContext): void {
  addConsoleRoutes(context)
  const { app, http } = context
  const live = streamUnread(app)
  route(context, contract.studentNotifications, async ({ who, params, query }) => {
    if (who.kind === 'student') requireSelf(who, params.username)
    const student =
      who.kind === 'student' ? await studentById(app.db, who.id) : await studentByUsername(app.db, params.username)
    if (!student || student.erasedAt) fail('not_found')
    if (who.kind === 'admin')
      await writeLine(app, app.db, { adminId: who.id, action: 'notifications.read', subject: student.id })
    return listNotices(app, student, query)
  })
  route(context, contract.unreadNotifications, async ({ who }) => ({ unread: await countUnread(app, who) }))
  route(context, contract.liveNotifications, async ({ who, reply }) => live.open(who, reply))
  route(context, contract.readNotification, async ({ who, params }) => {
    const unread = await readNotice(app, who, params.notificationId)
    live.look(who.id)
    return { unread }
  })
  route(context, contract.readAllNotifications, async ({ who }) => {
    const unread = await readAllNotices(app, who)
    live.look(who.id)
    return { unread }
  })
  http.addHook('preClose', async () => live.close())
}

function addConsoleRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.sendNotification, async ({ who, body }) => {
    const notification = await sendToStudent(app, who, body)
    return { message: messageOf(notification, notificationsText.notificationSent), notification }
  })
  route(context, contract.notifyAll, async ({ who, body }) => {
    const notification = await sendToMany(app, who, body)
    return { message: messageOf(notification, notificationsText.notificationSentToAll), notification }
  })
  route(context, contract.listNotifications, ({ query }) => listSentNotices(app, query))
  route(context, contract.changeNotification, async ({ who, params, body }) => ({
    message: notificationsText.notificationChanged,
    notification: await changeNotice(app, who, params.notificationId, body),
  }))
  route(context, contract.cancelNotification, async ({ who, params }) => ({
    message: notificationsText.notificationCanceled,
    notification: await cancelNotice(app, who, params.notificationId),
  }))
}

const messageOf = ({ state }: contract.SentNotification, sent: string) =>
  state === 'scheduled' ? notificationsText.notificationScheduled : sent
