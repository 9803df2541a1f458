import * as contract from '@baobab/contract/notifications-admin.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { listAllNotifications } from './queries.ts'
import { sendToMany, sendToStudent } from './send-notification.ts'
import { cancelScheduledNotification, updateNotification } from './update-notification.ts'

export function addNotificationAdminRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.sendNotification, async ({ who, body }) => {
    const notification = await sendToStudent(app, who, body)
    return { message: chooseMessage(notification, notificationsText.notificationSent), notification }
  })
  route(context, contract.notifyAll, async ({ who, body }) => {
    const notification = await sendToMany(app, who, body)
    return { message: chooseMessage(notification, notificationsText.notificationSentToAll), notification }
  })
  route(context, contract.listNotifications, ({ query }) => listAllNotifications(app, query))
  route(context, contract.changeNotification, async ({ who, params, body }) => ({
    message: notificationsText.notificationChanged,
    notification: await updateNotification(app, who, params.notificationId, body),
  }))
  route(context, contract.cancelNotification, async ({ who, params }) => ({
    message: notificationsText.notificationCanceled,
    notification: await cancelScheduledNotification(app, who, params.notificationId),
  }))
}

function chooseMessage({ state }: contract.AdminNotification, sentMessage: string): string {
  return state === 'scheduled' ? notificationsText.notificationScheduled : sentMessage
}
