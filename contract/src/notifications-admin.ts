// Endpoints with which admins write, schedule and cancel notifications.
import { z } from 'zod'
import { commonText } from './common-text.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { NOTIFICATION_MAX, TITLE_MAX } from './limits.ts'
import { notificationsText } from './notifications-text.ts'
import {
  Notification,
  notificationMethods,
  notificationPage,
  notificationParams,
  notificationTypes,
} from './notifications.ts'

const group = 'Notifications'

export const notificationStates = ['published', 'scheduled', 'canceled'] as const
export type NotificationState = (typeof notificationStates)[number]

export const AdminNotification = Notification.omit({ isRead: true })
  .extend({
    /** Set if the notification is only for students in one category. */
    ageCategory: field.ageCategory.nullable(),
    state: z.enum(notificationStates),
    /** The number of students it has been mailed to so far. */
    mailed: z.number().int(),
  })
  .meta({ id: 'AdminNotification' })
export type AdminNotification = z.infer<typeof AdminNotification>

const required = (name: string, max: number, lines = false) =>
  field.requiredText({ name, max, lines, missing: commonText.allFieldsRequired })

/** A choice: a missing one is asked for, and an unknown one has a sentence of its own. */
const choice = <const T extends readonly string[]>(values: T, unknown: string) =>
  z.enum(values, {
    error: ({ input }) => (input === undefined || input === '' ? commonText.allFieldsRequired : unknown),
  })

const content = {
  title: required('Title', TITLE_MAX),
  update: choice(notificationTypes, notificationsText.unknownType),
  description: required('Description', NOTIFICATION_MAX, true),
  method: choice(notificationMethods, notificationsText.unknownMethod).default('in-app'),
  /** When to publish it; immediately if left out. */
  publishAt: z.iso.datetime({ offset: true, error: field.INVALID_DATE }).max(40, field.INVALID_DATE).optional(),
}

/** A notification to one student. */
export const NotificationForm = z.strictObject({ username: required('Username', 200), ...content })
/** A notification to all students, or to all of one category. */
export const NotifyAllForm = z.strictObject({ ...content, ageCategory: field.ageCategory.optional() })
/** What may change before a notification is published: everything but its recipients. */
export const NotificationChanges = z.strictObject(content)

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
