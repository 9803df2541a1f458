// The values of the notification form. They are validated by the contract's schemas, with the server's own messages.
import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { commonText } from '@baobab/contract/kernel/text.ts'
import {
  type AdminNotification,
  type StoredSegment,
  NotificationForm,
  NotifyAllForm,
} from '@baobab/contract/notifications/admin.ts'
import { notificationMethods, notificationTypes, type Notification } from '@baobab/contract/notifications/endpoints.ts'
import { notificationsText } from '@baobab/contract/notifications/text.ts'
import * as z from 'zod/mini'
import { serverTime } from '../../api/server-time.ts'
import { readDraft, writeDraft } from '../../forms/drafts.tsx'
import { fromLagosField, toLagosField } from './lagos-time.ts'

export const audiences = ['student', 'all', 'category', 'segment'] as const
export type Audience = (typeof audiences)[number]

/** Field values: strings, '' where nothing is entered. */
export type NotificationFormValues = {
  to: Audience
  username: string
  ageCategory: string
  /** A segment's conditions: 'yes' or ''. */
  hasNotPaid: string
  hasNoQuizThisMonth: string
  school: string
  title: string
  update: string
  description: string
  /** The id of the video that it is about; '' for none. */
  videoId: string
  method: string
  when: 'now' | 'later'
  /** In Lagos time, in the format of a datetime-local input: 2026-10-01T09:00. */
  publishAt: string
}

export const formFields = [
  'to',
  'username',
  'ageCategory',
  'hasNotPaid',
  'hasNoQuizThisMonth',
  'school',
  'title',
  'update',
  'description',
  'videoId',
  'method',
  'when',
  'publishAt',
] as const

export const emptyFormValues: NotificationFormValues = {
  to: 'student',
  username: '',
  ageCategory: '',
  hasNotPaid: '',
  hasNoQuizThisMonth: '',
  school: '',
  title: '',
  update: '',
  description: '',
  videoId: '',
  method: 'in-app',
  when: 'now',
  publishAt: '',
}

/**
 * Returns a stored draft, without values that are not valid or no longer valid.
 * @param start the values of fields that the draft does not have
 */
export function parseDraft(draft: Record<string, string>, start = emptyFormValues): NotificationFormValues {
  const when = (draft['when'] ?? start.when) === 'later' ? 'later' : 'now'
  return { ...start, ...draft, to: audiences.find((one) => one === draft['to']) ?? start.to, when }
}

/** Returns a scheduled notification's form values. */
export function toFormValues(notification: AdminNotification): NotificationFormValues {
  const { username, ageCategory, segment, title, update, description, videoId, method, date } = notification
  return {
    to: findAudience(notification),
    username: username ?? '',
    ageCategory: ageCategory ?? segment?.ageCategory ?? '',
    hasNotPaid: segment?.hasNotPaid ? 'yes' : '',
    hasNoQuizThisMonth: segment?.hasNoQuizThisMonth ? 'yes' : '',
    school: segment?.school ?? '',
    title,
    update,
    description,
    videoId: videoId ?? '',
    method,
    when: 'later',
    publishAt: toLagosField(new Date(date)),
  }
}

function findAudience({ username, ageCategory, segment }: AdminNotification): Audience {
  if (username !== null) return 'student'
  if (segment !== null) return 'segment'
  return ageCategory === null ? 'all' : 'category'
}

/** Returns the segment that the form describes, without conditions that are not chosen. */
export function toSegment({
  hasNotPaid,
  hasNoQuizThisMonth,
  school,
  ageCategory,
}: NotificationFormValues): StoredSegment {
  const category = ageCategories.find((one) => one === ageCategory)
  return {
    ...(hasNotPaid === 'yes' && { hasNotPaid: true }),
    ...(hasNoQuizThisMonth === 'yes' && { hasNoQuizThisMonth: true }),
    ...(school.trim() !== '' && { school: school.trim() }),
    ...(category && { ageCategory: category }),
  }
}

type Content = Pick<Notification, 'title' | 'update' | 'description' | 'videoId' | 'method'> & {
  publishAt?: string | undefined
}
/** A valid form: the content, the time and the recipients. */
export type NotificationInput = Content & {
  to: Audience
  username: string
  ageCategory: '5-10' | '11-20' | undefined
  segment: StoredSegment | undefined
}

const NotifyCategoryForm = z.extend(NotifyAllForm, {
  ageCategory: z.enum(ageCategories, commonText.allFieldsRequired),
})
const schemas = {
  student: NotificationForm,
  all: NotifyAllForm,
  category: NotifyCategoryForm,
  segment: NotifyAllForm,
}

/** Validates the form with the schema of the endpoint it will call. */
export const NotificationFormSchema = z.pipe(
  z.custom<NotificationFormValues>(),
  z.transform((values: NotificationFormValues, context): NotificationInput => {
    const publishAt = values.when === 'later' ? fromLagosField(values.publishAt) : undefined
    const { title, update, description, method } = values
    const videoId = values.videoId || null
    const body = {
      title,
      update,
      description,
      videoId,
      method,
      ...(values.to === 'student' && { username: values.username }),
      ...(values.to === 'category' && { ageCategory: values.ageCategory }),
      ...(values.to === 'segment' && { segment: toSegment(values) }),
      ...(publishAt !== undefined && { publishAt }),
    }
    const result = schemas[values.to].safeParse(body)
    for (const { path, message } of result.error?.issues ?? [])
      context.issues.push({ code: 'custom', input: body, path: toFieldPath(path), message })
    if (values.when === 'later') {
      const message = validateTime(publishAt)
      if (message) context.issues.push({ code: 'custom', input: values.publishAt, path: ['publishAt'], message })
    }
    return {
      title,
      description,
      videoId,
      to: values.to,
      username: values.username.trim(),
      publishAt,
      update: notificationTypes.find((type) => type === update) ?? 'announcement',
      method: notificationMethods.find((one) => one === method) ?? 'in-app',
      ageCategory: values.to === 'category' ? ageCategories.find((one) => one === values.ageCategory) : undefined,
      segment: values.to === 'segment' ? toSegment(values) : undefined,
    }
  }),
)

/** Returns the field that an error belongs to. An error about a whole segment is shown at its first condition. */
function toFieldPath([first, ...rest]: readonly PropertyKey[]): PropertyKey[] {
  if (first !== 'segment') return first === undefined ? [] : [first, ...rest]
  return rest.length > 0 ? rest : ['hasNotPaid']
}

/** Returns the message for a missing or past time. The minute that has just passed is accepted. */
function validateTime(publishAt: string | undefined): string | undefined {
  if (publishAt === undefined) return commonText.allFieldsRequired
  return new Date(publishAt).getTime() < serverTime() - 60_000 ? notificationsText.timeIsPast : undefined
}

// A notification's draft, kept while the tab is open.

export const DRAFT_KEY = 'notification-draft'

/** Returns whether a draft contains anything typed or chosen. */
export function isDraft(draft: Record<string, string>, start: NotificationFormValues = emptyFormValues): boolean {
  return Object.entries(draft).some(([name, value]) => value !== (start as Record<string, string>)[name])
}

/** Turns a notification that was taken back into the form's draft, unless there is another one. Returns whether it did. */
export function restoreAsDraft(notification: AdminNotification): boolean {
  if (isDraft(readDraft(DRAFT_KEY))) return false
  // If it cannot be stored, the form would be empty.
  return writeDraft(DRAFT_KEY, { ...toFormValues(notification), when: 'now', publishAt: '' })
}

/** The query for scheduled notifications, where pages find the one to change and those that can be taken back. */
export const scheduledInput = { query: { state: 'scheduled' as const, limit: 100 } }
