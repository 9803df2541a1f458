// How admins write notifications.
import * as z from 'zod/mini'
import { commonText } from './common-text.ts'
import * as field from './fields.ts'
import { NOTIFICATION_MAX, TITLE_MAX } from './limits.ts'
import { notificationsText } from './notifications-text.ts'
import { notificationMethods, notificationTypes } from './notifications.ts'

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
/** A notification to all students, or to all of one category. */
export const NotifyAllForm = z.strictObject({ ...content, ageCategory: z.optional(field.ageCategory) })
/** What may change before a notification is published: everything but its recipients. */
export const NotificationChanges = z.strictObject(content)
