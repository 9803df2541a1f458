// What the office types, and what the contract says of it: the same sentences under the fields as from the server.
import { ageCategories } from '@baobab/contract/age.ts'
import { notificationMethods, notificationTypes, type Notification } from '@baobab/contract/notifications.ts'
import { NotificationForm, NotifyAllForm, type AdminNotification } from '@baobab/contract/notifications-admin.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { z } from 'zod'
import { fromLagosField, toLagosField } from './lagos-time.ts'

export const audiences = ['student', 'all', 'category'] as const
export type Audience = (typeof audiences)[number]

/** Texts all of them, as fields hold them; '' where nothing is chosen. */
export type NotificationFormValues = {
  to: Audience
  username: string
  ageCategory: string
  title: string
  update: string
  description: string
  method: string
  when: 'now' | 'later'
  /** On the clock of Lagos. */
  publishAt: string
}

export const formFields = [
  'to',
  'username',
  'ageCategory',
  'title',
  'update',
  'description',
  'method',
  'when',
  'publishAt',
] as const

export const emptyFormValues: NotificationFormValues = {
  to: 'student',
  username: '',
  ageCategory: '',
  title: '',
  update: '',
  description: '',
  method: 'in-app',
  when: 'now',
  publishAt: '',
}

/** A draft that was kept, as far as its values are still good ones. */
export function parseDraft(draft: Record<string, string>): NotificationFormValues {
  const when = draft['when'] === 'later' ? 'later' : 'now'
  return { ...emptyFormValues, ...draft, to: audiences.find((one) => one === draft['to']) ?? 'student', when }
}

/** A message that waits, back in its fields. */
export function toFormValues(notification: AdminNotification): NotificationFormValues {
  const { username, ageCategory, title, update, description, method, date } = notification
  const to = username !== null ? 'student' : ageCategory === null ? 'all' : 'category'
  return {
    to,
    username: username ?? '',
    ageCategory: ageCategory ?? '',
    title,
    update,
    description,
    method,
    when: 'later',
    publishAt: toLagosField(new Date(date)),
  }
}

type Content = Pick<Notification, 'title' | 'update' | 'description' | 'method'> & { publishAt?: string | undefined }
/** What is sent: the words and the time, and whom they are for. */
export type NotificationInput = Content & { to: Audience; username: string; ageCategory: '5-10' | '11-20' | undefined }

const ToCategory = NotifyAllForm.extend({ ageCategory: z.enum(ageCategories, commonText.allFieldsRequired) })
const forms = { student: NotificationForm, all: NotifyAllForm, category: ToCategory }

/** Judges what was typed by the contract of the call that it will make. */
export const NotificationFormSchema = z
  .custom<NotificationFormValues>()
  .transform((typed, context): NotificationInput => {
    const publishAt = typed.when === 'later' ? fromLagosField(typed.publishAt) : undefined
    const { title, update, description, method } = typed
    const body = {
      title,
      update,
      description,
      method,
      ...(typed.to === 'student' && { username: typed.username }),
      ...(typed.to === 'category' && { ageCategory: typed.ageCategory }),
      ...(publishAt !== undefined && { publishAt }),
    }
    const judged = forms[typed.to].safeParse(body)
    for (const { path, message } of judged.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message })
    if (typed.when === 'later') {
      const sentence = timeRefusal(publishAt)
      if (sentence) context.addIssue({ code: 'custom', path: ['publishAt'], message: sentence })
    }
    return {
      title,
      description,
      to: typed.to,
      username: typed.username.trim(),
      publishAt,
      update: notificationTypes.find((one) => one === update) ?? 'announcement',
      method: notificationMethods.find((one) => one === method) ?? 'in-app',
      ageCategory: typed.to === 'category' ? ageCategories.find((one) => one === typed.ageCategory) : undefined,
    }
  })

function timeRefusal(publishAt: string | undefined): string | undefined {
  if (publishAt === undefined) return commonText.allFieldsRequired
  return new Date(publishAt).getTime() < Date.now() - 60_000 ? notificationsText.timeIsPast : undefined
}
