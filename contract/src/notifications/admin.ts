// The endpoints admins use to write, schedule and cancel notifications.
import * as mini from 'zod/mini'
import { commonText } from '../kernel/text.ts'
import * as field from '../kernel/fields.ts'
import { SCHOOL_MAX } from '../accounts/rules.ts'
import { TITLE_MAX } from '../videos/rules.ts'
import { NOTIFICATION_MAX, notificationsAdminText, notificationsText } from './text.ts'
import {
  notificationMethods,
  notificationTypes,
  Notification,
  notificationPage,
  notificationParams,
} from './endpoints.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'

// How admins write notifications.

const required = (name: string, max: number, lines = false) =>
  field.requiredText({ name, max, lines, missing: commonText.allFieldsRequired })

/** A choice. Its messages differ for a missing and an unknown value. */
const choice = <const T extends readonly string[]>(values: T, unknown: string) =>
  mini.enum(values, {
    error: ({ input }) => (input === undefined || input === '' ? commonText.allFieldsRequired : unknown),
  })

const content = {
  title: required('Title', TITLE_MAX),
  update: choice(notificationTypes, notificationsText.unknownType),
  description: required('Description', NOTIFICATION_MAX, true),
  method: mini._default(choice(notificationMethods, notificationsText.unknownMethod), 'in-app'),
  /** The video that it is about, which the student can open from it; null for none. Unchanged if left out. */
  videoId: mini.optional(mini.nullable(field.id)),
  /** When to publish it; immediately if left out. */
  publishAt: mini.optional(
    mini.iso.datetime({ offset: true, error: field.INVALID_DATE }).check(mini.maxLength(40, field.INVALID_DATE)),
  ),
}

/** A notification to one student. */
export const NotificationForm = mini.strictObject({ username: required('Username', 200), ...content })

/** Whether a notification to many that is sent now first waits `TAKE_BACK_SECONDS`, during which it can be taken back. */
const takeBack = mini.optional(mini.boolean(notificationsAdminText.yesOrNo))

/** A segment: the students who match all fields that are set. */
export const SegmentForm = mini
  .strictObject({
    hasNotPaid: mini.optional(mini.boolean(notificationsAdminText.yesOrNo)),
    /** Has started no quiz in the current month in Lagos. */
    hasNoQuizThisMonth: mini.optional(mini.boolean(notificationsAdminText.yesOrNo)),
    school: mini.optional(required('School', SCHOOL_MAX)),
    ageCategory: mini.optional(field.ageCategory),
  })
  .check(
    mini.refine(
      ({ hasNotPaid, hasNoQuizThisMonth, school }) => Boolean(hasNotPaid || hasNoQuizThisMonth || school),
      notificationsAdminText.emptySegment,
    ),
  )

/** A notification to all students, to all in one category, or to a segment. */
export const NotifyAllForm = mini.strictObject({
  ...content,
  ageCategory: mini.optional(field.ageCategory),
  segment: mini.optional(SegmentForm),
  takeBack,
})
/** What can be changed before a notification is published: everything but its recipients. */
export const NotificationChanges = mini.strictObject({ ...content, takeBack })
/** A notification to each of the selected students. It opens no video. */
export const SelectedStudentsMessage = mini.omit(NotificationChanges, { videoId: true })
/** The content of the test mail for an admin who wants to see a notification before it is sent. */
export const NotificationTestForm = mini.strictObject({
  title: content.title,
  description: content.description,
  videoId: content.videoId,
})

const group = 'Notifications'

export const notificationStates = ['published', 'scheduled', 'canceled'] as const
export type NotificationState = (typeof notificationStates)[number]

/** Who sends notifications: admins, or the product automatically. */
export const notificationSenders = ['admins', 'product'] as const
export type NotificationSender = (typeof notificationSenders)[number]

/** A segment in the form in which it is stored with its notification. */
export const StoredSegment = z.object({
  hasNotPaid: z.boolean().optional(),
  hasNoQuizThisMonth: z.boolean().optional(),
  school: z.string().optional(),
  ageCategory: z.optional(field.ageCategory),
})
export type StoredSegment = z.infer<typeof StoredSegment>

export const AdminNotification = Notification.omit({ isRead: true })
  .extend({
    /** Set if the notification is only for students in one category. */
    ageCategory: z.nullable(field.ageCategory),
    /** Set if it is only for some students. */
    segment: StoredSegment.nullable(),
    state: z.enum(notificationStates),
    /** Whether it only waits so that it can be taken back; `date` is when it will be sent. */
    canTakeBack: z.boolean(),
    /** The admin who sent it; null if the product did. */
    sentBy: z.string().nullable(),
    /** The number of students who have read it in the app. This and the following numbers are estimates above `COUNTED_EXACTLY`. */
    read: z.number().int(),
    /** The number of students who have been mailed about it so far, not counting failed mails. */
    mailed: z.number().int(),
    mailsFailed: z.number().int(),
    /** The number of devices that received a push message about it. Deleted after two weeks. */
    pushed: z.number().int(),
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
  summary: 'Sends a notification to all students, all of a category or a segment; those who join later do not see it',
  body: NotifyAllForm,
  status: 202,
  reply: changed,
  needsReauthentication: true,
})

/** Selects the notifications that the list shows or a bulk action changes. */
export const NotificationSelection = z.strictObject({
  state: z.enum(notificationStates).optional(),
  from: z.enum(notificationSenders).optional(),
  update: z.enum(notificationTypes).optional(),
  method: z.enum(notificationMethods).optional(),
})
export type NotificationSelection = z.output<typeof NotificationSelection>

export const listNotifications = endpoint({
  group,
  method: 'GET',
  path: '/api/notifications',
  who: ['owner', 'support', 'auditor'],
  summary: 'A page of all notifications, latest first, grouped by recipient; username is null for those to many',
  query: NotificationSelection.extend(notificationPage),
  reply: z.object({
    /** The server's time, for countdowns. */
    now: field.instant,
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
  needsReauthentication: true,
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

const flag = z.enum(['yes', 'no'], 'Say yes or no').optional()

export const countRecipients = endpoint({
  group,
  method: 'GET',
  path: '/api/notifications/reach',
  who: ['owner', 'support'],
  summary: 'The number of students that a notification would reach if it were sent now',
  query: z.strictObject({
    hasNotPaid: flag,
    hasNoQuizThisMonth: flag,
    school: z._default(field.optionalText({ name: 'School', max: SCHOOL_MAX }), ''),
    ageCategory: z.optional(field.ageCategory),
  }),
  reply: z.object({
    students: z.number().int(),
    /** How many of them a non-essential email would reach. */
    byEmail: z.number().int(),
  }),
})

export const listSchools = endpoint({
  group,
  method: 'GET',
  path: '/api/notifications/schools',
  who: ['owner', 'support', 'auditor'],
  summary:
    'Schools that students have entered and whose names contain a text, or begin with one or two letters: with the number of their students, most first',
  query: z.strictObject({ search: z._default(field.optionalText({ name: 'Search', max: SCHOOL_MAX }), '') }),
  reply: z.object({
    schools: z.array(z.object({ school: z.string(), students: z.number().int() })),
    /** Whether more schools match, or may match: so many students were found that the list was chosen from a sample. */
    hasMore: z.boolean(),
  }),
})

export const testNotification = endpoint({
  group,
  method: 'POST',
  path: '/api/notifications/test',
  who: ['owner', 'support'],
  summary: "Mails a notification to the admin's own address, and to nobody else",
  body: NotificationTestForm,
  status: 202,
  reply: z.object({ message: z.string() }),
})

export const FailedMail = z
  .object({
    /** The notification's id and its short id. */
    notification: z.string(),
    notificationId: z.string(),
    title: z.string(),
    username: z.string(),
    email: z.string(),
    failedAt: field.instant,
    /** The mail server's response, without addresses. */
    reason: z.string(),
  })
  .meta({ id: 'FailedMail' })
export type FailedMail = z.infer<typeof FailedMail>

export const listFailedMails = endpoint({
  group,
  method: 'GET',
  path: '/api/notifications/failed-mails',
  who: ['owner', 'support', 'auditor'],
  summary: 'The emails with notifications that could not be sent, the latest failure first',
  query: z.strictObject(notificationPage),
  reply: z.object({
    mails: z.array(FailedMail),
    /** The total over all pages. Only sent with the first page. */
    total: z.number().int().nullable(),
    nextCursor: z.string().nullable(),
  }),
})

export const sendMailsAgain = endpoint({
  group,
  method: 'POST',
  path: '/api/notifications/:notificationId/send-mails-again',
  who: ['owner', 'support'],
  summary: 'Sends the failed emails of a notification again, or the one to a student; safe to repeat',
  params: notificationParams,
  body: z.strictObject({ username: z.optional(field.usernameParam) }),
  reply: z.object({ message: z.string(), mails: z.number().int() }),
  fails: ['not_found'],
})
