// The endpoints students use to read their notifications.
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { PUSH_ENDPOINT_MAX, pushText } from './text.ts'
import { accountsText } from '../accounts/text.ts'
import { MailSetting } from '../profile/endpoints.ts'

const group = 'Notifications'

export const notificationTypes = ['announcement', 'quiz', 'scholarship', 'payment', 'account'] as const
export type NotificationType = (typeof notificationTypes)[number]
export const notificationMethods = ['in-app', 'in-app+email'] as const
export type NotificationMethod = (typeof notificationMethods)[number]

/** `username` is null if the notification is for many students. `date` is when it was or will be published. */
export const Notification = z
  .object({
    _id: z.string(),
    /** A short id that is easy to read out on the phone: N-123. */
    notificationId: z.string(),
    username: z.string().nullable(),
    title: z.string(),
    date: field.instant,
    description: z.string(),
    update: z.enum(notificationTypes),
    method: z.enum(notificationMethods),
    /** The video that it is about; it may no longer be there. */
    videoId: z.string().nullable(),
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

// The endpoints students use to turn push notifications on and off (RFC 8030). Each login counts as a device, which ends with its
// session.

/** Bytes in base64url, with or without padding. */
const base64url = (pattern: RegExp) =>
  z.string(pushText.keysInvalid).max(100, pushText.keysInvalid).regex(pattern, pushText.keysInvalid)

/** The contents of a browser's PushSubscription. */
export const PushSubscriptionForm = z.strictObject({
  /** The push service's URL for this browser. Knowing it is not enough to send messages: they also need our key. */
  endpoint: z
    .string(pushText.unknownService)
    .max(PUSH_ENDPOINT_MAX, { error: pushText.unknownService, abort: true })
    .regex(/^https?:\/\/[\x21-\x7e]+$/, pushText.unknownService),
  keys: z.strictObject(
    {
      /** The browser's public key: 65 bytes. */
      p256dh: base64url(/^[\w-]{87}=?$/),
      /** The shared secret: 16 bytes. */
      auth: base64url(/^[\w-]{22}={0,2}$/),
    },
    pushText.keysInvalid,
  ),
})
export type PushSubscriptionForm = z.infer<typeof PushSubscriptionForm>

export const PushSubscription = z
  .object({ _id: z.string(), sessionId: z.string(), createdAt: field.instant, isCurrent: z.boolean() })
  .meta({ id: 'PushSubscription' })
export type PushSubscription = z.infer<typeof PushSubscription>

export const listPushSubscriptions = endpoint({
  group,
  method: 'GET',
  path: '/student/push-subscriptions',
  who: 'student',
  summary: "The student's devices that get push messages, and the key with which a browser subscribes",
  reply: z.object({
    /** The server's VAPID key (RFC 8292): an uncompressed P-256 point in base64url. */
    publicKey: z.string(),
    /** Whether the student is old enough. */
    isOffered: z.boolean(),
    subscriptions: z.array(PushSubscription),
  }),
})

export const addPushSubscription = endpoint({
  group,
  method: 'POST',
  path: '/student/push-subscriptions',
  who: 'student',
  summary: 'Turns push messages on for the device of this login; safe to repeat',
  body: PushSubscriptionForm,
  reply: z.object({ message: z.string(), subscription: PushSubscription }),
  status: 201,
  fails: ['forbidden', 'too_many_devices'],
})

export const deletePushSubscription = endpoint({
  group,
  method: 'DELETE',
  path: '/student/push-subscriptions/:subscriptionId',
  who: 'student',
  summary: 'Turns push messages off for one device of the student',
  params: z.object({ subscriptionId: field.id }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found'],
})

/**
 * Returns whether a notification's mails are essential, so that students cannot turn them off: mails about payments and the
 * account, and about the scholarship if they are for one student, who may have won.
 */
export function isEssential({ type, audience }: { type: NotificationType; audience: string }): boolean {
  return type === 'payment' || type === 'account' || (type === 'scholarship' && audience === 'student')
}

// The link at the bottom of non-essential mails, which are about news and quizzes. Codes, payments, prizes and consent are always
// mailed. Logged-in students have the same choice in their settings (profile/endpoints.ts).

/** Longer than any token that we sign. */
const TOKEN_MAX = 200
const token = z
  .string(accountsText.tokenInvalid)
  .min(1, accountsText.tokenInvalid)
  .max(TOKEN_MAX, accountsText.tokenInvalid)

export const changeMailSettingByLink = endpoint({
  group: 'Notifications',
  method: 'POST',
  path: '/student/mail-setting/by-link',
  who: 'anyone',
  summary:
    'Turns mails that are not essential on or off by the signed link of such a mail, without a login; safe to repeat',
  body: MailSetting.extend({ token }),
  reply: z.object({ message: z.string() }),
  fails: ['token_invalid'],
})
