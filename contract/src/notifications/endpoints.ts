// Endpoints with which students read their notifications.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'

const group = 'Notifications'

export const notificationTypes = ['announcement', 'quiz', 'scholarship', 'payment', 'account'] as const
export type NotificationType = (typeof notificationTypes)[number]
export const notificationMethods = ['in-app', 'in-app+email'] as const
export type NotificationMethod = (typeof notificationMethods)[number]

/** `username` is null if the notification is for many students. `date` is when it was or will be published. */
export const Notification = z
  .object({
    _id: z.string(),
    /** A short id that a person can read out on the phone: N-123. */
    notificationId: z.string(),
    username: z.string().nullable(),
    title: z.string(),
    date: field.instant,
    description: z.string(),
    update: z.enum(notificationTypes),
    method: z.enum(notificationMethods),
    isRead: z.boolean(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

export const notificationParams = z.object({ notificationId: field.id })
export const notificationPage = {
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
}

export const studentNotifications = endpoint({
  group,
  method: 'GET',
  path: '/api/notification/:username',
  who: ['owner', 'support', 'auditor', 'student'],
  summary: "A student's notifications, newest first; reading by an admin is written to the audit log",
  params: z.object({ username: field.usernameParam }),
  query: z.strictObject(notificationPage),
  reply: z.object({
    notifications: z.array(Notification),
    unread: z.number().int(),
    nextCursor: z.string().nullable(),
  }),
  fails: ['not_found'],
})

const UnreadCount = z.object({ unread: z.number().int() })

export const unreadNotifications = endpoint({
  group,
  method: 'GET',
  path: '/api/notifications/unread',
  who: 'student',
  summary: "The number of the student's unread notifications",
  reply: UnreadCount,
})

export const liveNotifications = endpoint({
  group,
  method: 'GET',
  path: '/api/notifications/live',
  who: 'student',
  summary: 'A stream of server-sent events: the number of unread notifications now, and again after each change',
  reply: z.string(),
})

export const readNotification = endpoint({
  group,
  method: 'PUT',
  path: '/api/notifications/:notificationId/read',
  who: 'student',
  summary: 'Marks one notification as read; safe to repeat',
  params: notificationParams,
  reply: UnreadCount,
  fails: ['not_found'],
})

export const readAllNotifications = endpoint({
  group,
  method: 'PUT',
  path: '/api/notifications/read',
  who: 'student',
  summary: 'Marks all notifications as read',
  reply: UnreadCount,
})
