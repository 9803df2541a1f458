import {
  changeNotification,
  listNotifications,
  notifyAll,
  sendNotification,
  type AdminNotification,
} from '@baobab/contract/notifications/admin.ts'
import { notificationsText } from '@baobab/contract/notifications/text.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { callApi } from '../../api/call-api.ts'
import { invalidate } from '../../api/query.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { toast } from '../../ui/toast.tsx'
import {
  DRAFT_KEY,
  isDraft,
  emptyFormValues,
  formFields,
  NotificationFormSchema,
  parseDraft,
  toFormValues,
  type NotificationFormValues,
  type NotificationInput,
} from './notification-form-values.ts'

/** What a new notification is about: a student who gets it, or a video that everyone can open from it. */
export type NotificationSubject = { student?: string | undefined; videoId?: string | undefined }

/**
 * The form for a notification. A draft survives a failure, leaving the page and a reload. A notification to many students is `unconfirmed`
 * until `confirm` is called.
 * @param original the scheduled notification to change; without it, a new one is sent
 * @param about the student or the video that a new one starts with; it has its own draft, so that no text goes to another student
 */
export function useNotificationForm(original?: AdminNotification, about: NotificationSubject = {}) {
  const navigate = useNavigate()
  const [unconfirmed, setUnconfirmed] = useState<NotificationInput>()
  const draftKey = [DRAFT_KEY, original?._id ?? about.student ?? about.videoId].filter(Boolean).join('-')
  const [start] = useState(() => findStart(original, about))
  const [isDiscarded, setDiscarded] = useState(false)

  async function send(input: NotificationInput) {
    const isChangeThatWaits = original !== undefined && input.publishAt !== undefined
    if (unconfirmed === undefined && input.to !== 'student' && !isChangeThatWaits) return setUnconfirmed(input)
    const { message, notification } = await (original ? change(original, input) : sendNew(input))
    entry.clearDraft()
    // A notification that can still be taken back is reported as sent, so that nobody has to wait.
    const sent = input.to === 'all' ? notificationsText.notificationSentToAll : notificationsText.notificationSent
    toast(notification.canTakeBack ? sent : message)
    void invalidate(listNotifications)
    await navigate(adminPaths.notification)
  }

  const entry = useApiForm<NotificationFormValues, NotificationInput>({
    schema: NotificationFormSchema,
    isParsed: true,
    draft: { key: draftKey, fields: formFields, restore: (stored) => parseDraft(stored, start) },
    send,
    failureMessage: notificationsText.notificationFailed,
  })

  return {
    ...entry,
    unconfirmed,
    isRestored: !isDiscarded && isDraft(entry.storedDraft, start),
    discardDraft() {
      entry.form.reset(start)
      entry.clearDraft()
      setDiscarded(true)
    },
    async confirm() {
      await entry.submit()
      setUnconfirmed(undefined)
    },
    dismiss: () => setUnconfirmed(undefined),
  }
}

/** Returns the form's initial values if there is no draft. */
function findStart(
  original: AdminNotification | undefined,
  { student, videoId }: NotificationSubject,
): NotificationFormValues {
  if (original) return toFormValues(original)
  if (student !== undefined) return { ...emptyFormValues, to: 'student', username: student }
  if (videoId === undefined) return emptyFormValues
  return { ...emptyFormValues, to: 'all', update: 'announcement', videoId }
}

function sendNew({ to, username, ageCategory, segment, ...content }: NotificationInput) {
  if (to === 'student') return callApi(sendNotification, { body: { ...omitMissingTime(content), username } })
  const audience = { ...(ageCategory && { ageCategory }), ...(segment && { segment }) }
  return callApi(notifyAll, { body: { ...omitMissingTime(content), ...audience, takeBack: true } })
}

function change({ _id: notificationId }: AdminNotification, input: NotificationInput) {
  const { to, username: _username, ageCategory: _ageCategory, segment: _segment, ...content } = input
  const body = { ...omitMissingTime(content), takeBack: to !== 'student' }
  return callApi(changeNotification, { params: { notificationId }, body })
}

/** Leaves the field out of the request if there is no time. */
function omitMissingTime<C extends { publishAt?: string | undefined }>({ publishAt, ...content }: C) {
  return { ...content, ...(publishAt !== undefined && { publishAt }) }
}
