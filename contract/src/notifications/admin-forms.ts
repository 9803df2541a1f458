// How admins write notifications.
import * as z from 'zod/mini'
import { commonText } from '../kernel/common-text.ts'
import * as field from '../kernel/fields.ts'
import { SCHOOL_MAX } from '../accounts/limits.ts'
import { TITLE_MAX } from '../kernel/limits.ts'
import { NOTIFICATION_MAX } from './limits.ts'
import { notificationsAdminText } from './admin-text.ts'
import { notificationsText } from './text.ts'
import { notificationMethods, notificationTypes } from './endpoints.ts'

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
  method: z._default(choice(notificationMethods, notificationsText.unknownMethod), 'in-app'),
  /** When to publish it; immediately if left out. */
  publishAt: z.optional(
    z.iso.datetime({ offset: true, error: field.INVALID_DATE }).check(z.maxLength(40, field.INVALID_DATE)),
  ),
}

/** A notification to one student. */
export const NotificationForm = z.strictObject({ username: required('Username', 200), ...content })

/** Whether a notification to many that is sent now waits `TAKE_BACK_SECONDS`, in which it can be taken back. */
const takeBack = z.optional(z.boolean(notificationsAdminText.yesOrNo))

/** Which students a segment consists of: those to whom everything that is set applies. */
export const SegmentForm = z
  .strictObject({
    hasNotPaid: z.optional(z.boolean(notificationsAdminText.yesOrNo)),
    /** Has started no quiz in the present month in Lagos. */
    hasNoQuizThisMonth: z.optional(z.boolean(notificationsAdminText.yesOrNo)),
    school: z.optional(required('School', SCHOOL_MAX)),
    ageCategory: z.optional(field.ageCategory),
  })
  .check(
    z.refine(
      ({ hasNotPaid, hasNoQuizThisMonth, school }) => Boolean(hasNotPaid || hasNoQuizThisMonth || school),
      notificationsAdminText.emptySegment,
    ),
  )

/** A notification to all students, to all of one category, or to a segment. */
export const NotifyAllForm = z.strictObject({
  ...content,
  ageCategory: z.optional(field.ageCategory),
  segment: z.optional(SegmentForm),
  takeBack,
})
/** What may change before a notification is published: everything but its recipients. */
export const NotificationChanges = z.strictObject({ ...content, takeBack })
/** What is mailed to the admin who wants to see a notification before it is sent. */
export const NotificationTestForm = z.strictObject({ title: content.title, description: content.description })
