import {
  changeNotification,
  listNotifications,
  notifyAll,
  sendNotification,
  type AdminNotification,
} from '@baobab/contract/notifications-admin.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callApi } from '../../api/call-api.ts'
import { invalidate } from '../../api/query.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { clearDraft, readDraft, useDraft } from '../../forms/use-draft.ts'
import { adminPaths } from '../../admin-paths.ts'
import { toast } from '../../ui/toast.tsx'
import {
  formFields,
  NotificationFormSchema,
  parseDraft,
  toFormValues,
  type NotificationFormValues,
  type NotificationInput,
} from './notification-form-values.ts'

const DRAFT_KEY = 'notification-draft'

/**
 * The form of a notification. A draft survives a failure, leaving the page and a reload. A notification to many
 * students that is sent immediately cannot be taken back, so it is `unconfirmed` until `confirm` is called.
 * @param original the scheduled notification to change; without it, a new one is sent
 * @param student the username that a new one begins with; it has a draft of its own, so that no text goes to another student
 */
export function useNotificationForm(original?: AdminNotification, student?: string) {
  const navigate = useNavigate()
  const [unconfirmed, setUnconfirmed] = useState<NotificationInput>()
  const draftKey = [DRAFT_KEY, original?._id ?? student].filter(Boolean).join('-')

  async function send(input: NotificationInput) {
    const isChangeThatWaits = original !== undefined && input.publishAt !== undefined
    if (unconfirmed === undefined && input.to !== 'student' && !isChangeThatWaits) return setUnconfirmed(input)
    const { message } = await (original ? change(original, input) : sendNew(input))
    clearDraft(draftKey)
    toast(message)
    void invalidate(listNotifications)
    await navigate(adminPaths.notification)
  }

  const entry = useApiForm<NotificationFormValues, NotificationInput>({
    resolver: zodResolver(NotificationFormSchema),
    defaultValues: original
      ? toFormValues(original)
      : { ...parseDraft(readDraft(draftKey)), ...(student !== undefined && { to: 'student', username: student }) },
    send,
    failureMessage: notificationsText.notificationFailed,
  })
  // Conditional fields are registered first, so that the focus goes to the first invalid field on screen.
  entry.form.register('username')
  entry.form.register('ageCategory')
  useDraft(entry.form, draftKey, formFields)

  return {
    ...entry,
    unconfirmed,
    async confirm() {
      await entry.submit()
      setUnconfirmed(undefined)
    },
    dismiss: () => setUnconfirmed(undefined),
  }
}

function sendNew({ to, username, ageCategory, ...content }: NotificationInput) {
  if (to === 'student') return callApi(sendNotification, { body: { ...omitMissingTime(content), username } })
  return callApi(notifyAll, { body: { ...omitMissingTime(content), ...(ageCategory && { ageCategory }) } })
}

function change({ _id: notificationId }: AdminNotification, input: NotificationInput) {
  const { to: _to, username: _username, ageCategory: _ageCategory, ...content } = input
  return callApi(changeNotification, { params: { notificationId }, body: omitMissingTime(content) })
}

/** Leaves the field out of the request if there is no time. */
function omitMissingTime<C extends { publishAt?: string | undefined }>({ publishAt, ...content }: C) {
  return { ...content, ...(publishAt !== undefined && { publishAt }) }
}
