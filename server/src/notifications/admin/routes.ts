import * as contract from '@baobab/contract/notifications/admin.ts'
import { notificationsAdminText, notificationsText } from '@baobab/contract/notifications/text.ts'
import { readList } from '../../platform/database/read-list.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { requireOpenVideo, type ReadLinkedVideos } from '../linked-videos.ts'
import { listFailedMails, sendMailsAgain } from './failed-mails.ts'
import { listAllNotifications } from './queries.ts'
import { sendToMany, sendToStudent } from './send-notification.ts'
import { testNotification } from './test-notification.ts'
import { cancelScheduledNotification, updateNotification } from './update-notification.ts'

export function addNotificationAdminRoutes(context: RouteContext, readLinkedVideos: ReadLinkedVideos): void {
  const { app } = context
  route(context, contract.sendNotification, async ({ who, body }) => {
    await requireOpenVideo(app, readLinkedVideos, body)
    const notification = await sendToStudent(app, who, body)
    return { message: chooseMessage(notification, notificationsText.notificationSent), notification }
  })
  route(context, contract.notifyAll, async ({ who, body }) => {
    await requireOpenVideo(app, readLinkedVideos, body)
    const notification = await sendToMany(app, who, body)
    return { message: chooseMessage(notification, notificationsText.notificationSentToAll), notification }
  })
  route(context, contract.listNotifications, ({ query }) =>
    readList(app, (reader) => listAllNotifications(reader, query)),
  )
  route(context, contract.changeNotification, async ({ who, params, body }) => {
    await requireOpenVideo(app, readLinkedVideos, body)
    const notification = await updateNotification(app, who, params.notificationId, body)
    const { notificationWaits } = notificationsAdminText
    return {
      message: notification.canTakeBack ? notificationWaits : notificationsText.notificationChanged,
      notification,
    }
  })
  route(context, contract.cancelNotification, async ({ who, params }) => ({
    message: notificationsText.notificationCanceled,
    notification: await cancelScheduledNotification(app, who, params.notificationId),
  }))
  route(context, contract.testNotification, async ({ who, body }) => ({
    message: notificationsAdminText.testSent(await testNotification(app, who, body)),
  }))
  route(context, contract.listFailedMails, ({ query }) => listFailedMails(app, query))
  route(context, contract.sendMailsAgain, async ({ who, params, body }) => {
    const mails = await sendMailsAgain(app, who, { ...params, ...body })
    return { message: notificationsAdminText.mailsQueued(mails), mails }
  })
}

function chooseMessage({ state, canTakeBack }: contract.AdminNotification, sentMessage: string): string {
  if (canTakeBack) return notificationsAdminText.notificationWaits
  return state === 'scheduled' ? notificationsText.notificationScheduled : sentMessage
}
