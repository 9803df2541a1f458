// Endpoints with which admins write, schedule and cancel notifications.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { NotificationChanges, NotificationForm, NotifyAllForm } from './notifications-admin-forms.ts'
import { Notification, notificationPage, notificationParams } from './notifications.ts'

const group = 'Notifications'

export const notificationStates = ['published', 'scheduled', 'canceled'] as const
export type NotificationState = (typeof notificationStates)[number]

export const AdminNotification = Notification.omit({ isRead: true })
  .extend({
    /** Set if the notification is only for students in one category. */
    ageCategory: z.nullable(field.ageCategory),
    state: z.enum(notificationStates),
    /** The number of students it has been mailed to so far. */
    mailed: z.number().int(),
  })
  .meta({ id: 'AdminNotification' })
export type AdminNotification = z.infer<typeof AdminNotification>

const changed = z.object({ message: z.string(), notification: AdminNotification })

export const sendNotification = endpoint({
  group,
  method: 'POST',
  path: '/api/notification',
  who: ['owner', 'support'],
  summary: 'Sends a notification to one student, now or later; sent twice within a minute, it is one notification',
  body: NotificationForm,
  status: 201,
  reply: changed,
  fails: ['not_found'],
})

export const notifyAll = endpoint({
  group,
  method: 'POST',
  path: '/api/notification/all',
  who: ['owner', 'support'],
  summary: 'Sends a notification to all students, or to all of a category; those who join later do not see it',
  body: NotifyAllForm,
  status: 202,
  reply: changed,
})

export const listNotifications = endpoint({
  group,
  method: 'GET',
  path: '/api/notifications',
  who: ['owner', 'support', 'auditor'],
  summary: 'A page of all notifications, latest first, grouped by recipient; username is null for those to many',
  query: z.strictObject({ ...notificationPage, state: z.enum(notificationStates).optional() }),
  reply: z.object({
    allNotifications: z.array(z.object({ username: z.string().nullable(), notifications: z.array(AdminNotification) })),
    nextCursor: z.string().nullable(),
  }),
})

export const changeNotification = endpoint({
  group,
  method: 'PUT',
  path: '/api/notifications/:notificationId',
  who: ['owner', 'support'],
  summary: 'Changes a notification that is not published yet',
  params: notificationParams,
  body: NotificationChanges,
  reply: changed,
  fails: ['not_found', 'notice_published'],
})

export const cancelNotification = endpoint({
  group,
  method: 'POST',
  path: '/api/notifications/:notificationId/cancel',
  who: ['owner', 'support'],
  summary: 'Cancels a notification that is not published yet; safe to repeat',
  params: notificationParams,
  reply: changed,
  fails: ['not_found', 'notice_published'],
})
