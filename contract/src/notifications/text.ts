// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, and the page shows
// the rest. All other sentences of a page are in web/app.
import type { ErrorCodes } from '../kernel/text.ts'

/** The line of a notification after which only its codes and how to check them follow; pages fold them. */
export const EXPERTS_LINE = 'For experts:'
/** The maximum length of a notification in characters; TITLE_MAX limits its title. */
export const NOTIFICATION_MAX = 2_000
/** How long a notification to many waits before it goes out, so that an admin who sees a mistake can take it back. */
export const TAKE_BACK_SECONDS = 30
/** Above this, the numbers of a notification's readers, emails and push messages may be estimates, because counting takes too long. */
export const COUNTED_EXACTLY = 10_000
/** The number of a student's devices that get push messages, and the minimum age for them. */
export const PUSH_DEVICES = 10
export const PUSH_AGE_MIN = 11
/** The maximum length of a push service's URL. Those of browsers have a few hundred characters. */
export const PUSH_ENDPOINT_MAX = 1_500
/** The hours in Lagos between which no push messages are sent. */
export const PUSH_QUIET_FROM = 20
export const PUSH_QUIET_UNTIL = 7

/** Nigeria is UTC+1 all year. */
const LAGOS_OFFSET_HOURS = 1

/** Returns whether it is night in Lagos, when no phone should ring. */
export function isQuiet(at: Date): boolean {
  const hour = (at.getUTCHours() + LAGOS_OFFSET_HOURS) % 24
  return hour >= PUSH_QUIET_FROM || hour < PUSH_QUIET_UNTIL
}

export const notificationsText = {
  noNotifications: 'No notifications found',
  notificationsLoading: 'Loading notifications...',
  notificationsFailed: 'Failed to load notifications.',
  notificationSent: 'Notification sent successfully!',
  notificationSentToAll: 'Notification sent to all users!',
  notificationFailed: 'Failed to send notification.',
  notificationScheduled: 'Notification scheduled successfully!',
  notificationChanged: 'Notification changed successfully!',
  notificationCanceled: 'The notification will not be sent.',
  notificationPublished: 'This notification has already been sent.',
  notificationWasCanceled: 'This notification was canceled.',
  unknownType: 'Unknown type of notification',
  unknownMethod: 'Unknown way to send a notification',
  noSuchStudent: 'No student has this username.',
  timeIsPast: 'Please choose a time in the future.',
  timeIsFar: 'Please choose a time within the next year.',
} as const

// Messages of the push notification endpoints, and the text of a push message itself.

export const pushText = {
  /** The only text that the push service and a locked screen see: nothing about the notification or the student. */
  message: 'You have a new notification',
  on: 'Notifications are on for this device.',
  off: 'Notifications are off for this device.',
  notForChildren: 'Phone notifications are for students aged 11 and older.',
  tooManyDevices: 'Notifications are on for 10 devices already. Turn them off on one of them first.',
  unknownService: 'We cannot send notifications to this browser. Please try another browser.',
  keysInvalid: 'Your browser did not give us what we need. Please try again.',
} as const

// Messages of the endpoints for non-essential mails.

export const optionalMailsText = {
  on: 'You get our emails about news and quizzes.',
  off: 'You no longer get our emails about news and quizzes.',
} as const

// Messages of the endpoints admins use to send notifications. Those that student pages also need, and those about a notification
// that was sent, are in text.ts.

export const notificationsAdminText = {
  notificationWaits: `It will be sent in ${TAKE_BACK_SECONDS} seconds. Until then you can take it back.`,
  yesOrNo: 'Please say yes or no.',
  emptySegment: 'Please choose at least one condition.',
  noSuchVideo: 'Please choose a video from the list.',
  hiddenVideo: 'Students cannot open this video at that time. Publish it first, or choose another one.',
  onlyOneAudience: 'Please choose a category or a group, not both.',
  testSent: (email: string) => `A test email is on its way to ${email}.`,
  tooManyTests: 'You have sent yourself many test emails. Please wait an hour.',
  mailsLoading: 'Loading emails...',
  mailsFailed: 'Failed to load emails.',
  mailsQueued: (count: number) =>
    count === 1 ? 'The email is being sent again.' : `${count.toLocaleString('en-NG')} emails are being sent again.`,
  noMailsWanted: 'These students turned off these emails, or their email addresses do not work.',
  noFailedMails: 'This email is no longer among the failed ones.',
} as const

export const notificationsErrors = {
  notice_published: { status: 409, message: notificationsText.notificationPublished },
  too_many_devices: { status: 409, message: pushText.tooManyDevices },
} as const satisfies ErrorCodes
