// What the office, or the product itself, has to say to students (decisions 8).
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { NOTIFICATION_MAX, TITLE_MAX } from './limits.ts'
import { quizAdminText } from './quiz-admin-text.ts'

const group = 'Notifications'

export const notificationTypes = ['announcement', 'quiz', 'scholarship', 'payment', 'account'] as const
export type NotificationType = (typeof notificationTypes)[number]
export const notificationMethods = ['in-app', 'in-app+email'] as const
export type NotificationMethod = (typeof notificationMethods)[number]
export const notificationStates = ['published', 'scheduled', 'canceled'] as const
export type NotificationState = (typeof notificationStates)[number]

/** As a student reads it. `username` is null where it went to many; `date` is when it appeared, or is to appear. */
export const Notification = z
  .object({
    _id: z.string(),
    /** A short name for it, fit to be told over the phone. */
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

/** As the console sees it. */
export const AdminNotification = Notification.omit({ isRead: true })
  .extend({
    /** Of those whom it is for, where it is for one category only. */
    ageCategory: field.ageCategory.nullable(),
    state: z.enum(notificationStates),
    /** How many have been mailed so far. */
    mailed: z.number().int(),
  })
  .meta({ id: 'SentNotification' })
export type AdminNotification = z.infer<typeof AdminNotification>

const required = (name: string, max: number, lines = false) =>
  field.requiredText({ name, max, lines, missing: quizAdminText.allFieldsRequired })

const content = {
  title: required('Title', TITLE_MAX),
  update: z.enum(notificationTypes, quizAdminText.allFieldsRequired),
  description: required('Description', NOTIFICATION_MAX, true),
  method: z.enum(notificationMethods, quizAdminText.allFieldsRequired).default('in-app'),
  /** Left out: at once. */
  publishAt: z.iso.datetime({ offset: true, error: field.INVALID_DATE }).max(40, field.INVALID_DATE).optional(),
}

/** A message to one student. */
export const NotificationForm = z.strictObject({ username: required('Username', 200), ...content })
/** A message to all, or to all of one category. */
export const NotifyAllForm = z.strictObject({ ...content, ageCategory: field.ageCategory.optional() })
/** What may change while it waits: all but whom it is for. */
export const NotificationChanges = z.strictObject(content)

const sent = z.object({ message: z.string(), notification: AdminNotification })
const ofOne = z.object({ notificationId: field.id })
const pageOf = { limit: z.coerce.number().int().min(1).max(100).default(50), cursor: z.string().max(200).optional() }

export const sendNotification = endpoint({
  group,
  method: 'POST',
  path: '/api/notification',
  who: 'admin',
  summary: 'Sends a message to one student, at once or later; sent twice within a minute it is one message',
  body: NotificationForm,
  status: 201,
  reply: sent,
  fails: ['not_found'],
})

export const notifyAll = endpoint({
  group,
  method: 'POST',
  path: '/api/notification/all',
  who: 'admin',
  summary: 'Sends one message to all students, or to all of a category; those who join later do not see it',
  body: NotifyAllForm,
  status: 202,
  reply: sent,
})

export const listNotifications = endpoint({
  group,
  method: 'GET',
  path: '/api/notifications',
  who: 'admin',
  summary:
    'A page of all messages, by their time, the latest first, grouped by whom they went to; username null: to many',
  query: z.strictObject({ ...pageOf, state: z.enum(notificationStates).optional() }),
  reply: z.object({
    allNotifications: z.array(z.object({ username: z.string().nullable(), notifications: z.array(AdminNotification) })),
    nextCursor: z.string().nullable(),
  }),
})

export const studentNotifications = endpoint({
  group,
  method: 'GET',
  path: '/api/notification/:username',
  who: 'user',
  summary: "A student's messages, the newest first; an admin's reading is logged",
  params: z.object({ username: field.usernameParam }),
  query: z.strictObject(pageOf),
  reply: z.object({
    notifications: z.array(Notification),
    unread: z.number().int(),
    nextCursor: z.string().nullable(),
  }),
  fails: ['not_found'],
})

const Unread = z.object({ unread: z.number().int() })

export const unreadNotifications = endpoint({
  group,
  method: 'GET',
  path: '/api/notifications/unread',
  who: 'student',
  summary: 'How many messages the student has not opened',
  reply: Unread,
})

export const liveNotifications = endpoint({
  group,
  method: 'GET',
  path: '/api/notifications/live',
  who: 'student',
  summary: 'A stream of server-sent events: the count of unopened messages now, and again when one has come',
  reply: z.string(),
})

export const readNotification = endpoint({
  group,
  method: 'PUT',
  path: '/api/notifications/:notificationId/read',
  who: 'student',
  summary: 'Marks one message as read; again changes nothing',
  params: ofOne,
  reply: Unread,
  fails: ['not_found'],
})

export const readAllNotifications = endpoint({
  group,
  method: 'PUT',
  path: '/api/notifications/read',
  who: 'student',
  summary: 'Marks all messages as read',
  reply: Unread,
})

export const changeNotification = endpoint({
  group,
  method: 'PUT',
  path: '/api/notifications/:notificationId',
  who: 'admin',
  summary: 'Changes a message that still waits for its time',
  params: ofOne,
  body: NotificationChanges,
  reply: sent,
  fails: ['not_found', 'notice_published'],
})

export const cancelNotification = endpoint({
  group,
  method: 'POST',
  path: '/api/notifications/:notificationId/cancel',
  who: 'admin',
  summary: 'Takes back a message that still waits for its time; again changes nothing',
  params: ofOne,
  reply: sent,
  fails: ['not_found', 'notice_published'],
})
