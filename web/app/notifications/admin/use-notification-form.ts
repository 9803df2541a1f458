// The form of a message: nothing that was typed is lost by a failure, a look elsewhere or a reload.
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
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { clearDraft, readDraft, useDraft } from '../../forms/use-draft.ts'
import { callApi } from '../../api/call-api.ts'
import { showFieldErrors, errorMessage } from '../../api/error-message.ts'
import { invalidate } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { toast } from '../../ui/toast.tsx'
import {
  parseDraft,
  formFields,
  NotificationFormSchema,
  toFormValues,
  type NotificationInput,
  type NotificationFormValues,
} from './notification-form-values.ts'

const DRAFT = 'notification-draft'

/** @param changed the waiting message that is being changed, where it is no new one */
export function useNotificationForm(changed?: AdminNotification) {
  const navigate = useNavigate()
  const form = useForm<NotificationFormValues, unknown, NotificationInput>({
    defaultValues: changed ? toFormValues(changed) : parseDraft(readDraft(DRAFT)),
    mode: 'onTouched',
    resolver: zodResolver(NotificationFormSchema),
  })
  // Fields that come and go are known first: the focus goes to the first wrong one in the order of the screen.
  form.register('username')
  form.register('ageCategory')
  // What is changed is safe on the server; its draft is nobody's.
  useDraft(form, changed ? `${DRAFT}-${changed._id}` : DRAFT, formFields)
  const [refusal, setRefusal] = useState<string>()
  const [asked, ask] = useState<NotificationInput>()
  const [isSending, setSending] = useState(false)

  async function send(notification: NotificationInput) {
    setSending(true)
    setRefusal(undefined)
    try {
      const { message } = await (changed ? change(changed, notification) : sendNew(notification))
      clearDraft(changed ? `${DRAFT}-${changed._id}` : DRAFT)
      toast(message)
      void invalidate(listNotifications)
      await navigate(paths.admin.notification)
    } catch (error) {
      if (!showFieldErrors(error, formFields, form.setError))
        setRefusal(errorMessage(error, notificationsText.notificationFailed))
    } finally {
      ask(undefined)
      setSending(false)
    }
  }

  const submit = form.handleSubmit(async (notification) => {
    setRefusal(undefined)
    // A word to many that goes out at once cannot be taken back: it is asked for once more. A change that waits can.
    if (notification.to === 'student' || (changed && notification.publishAt !== undefined)) await send(notification)
    else ask(notification)
  })
  return { form, submit, send, refusal, isSending, asked, stopAsking: () => ask(undefined) }
}

function sendNew({ to, username, ageCategory, ...content }: NotificationInput) {
  if (to === 'student') return callApi(sendNotification, { body: { ...timed(content), username } })
  return callApi(notifyAll, { body: { ...timed(content), ...(ageCategory && { ageCategory }) } })
}

function change({ _id: notificationId }: AdminNotification, notification: NotificationInput) {
  const { to: _to, username: _username, ageCategory: _ageCategory, ...content } = notification
  return callApi(changeNotification, { params: { notificationId }, body: timed(content) })
}

/** Without a time it has none: no field of that name goes out. */
function timed<C extends { publishAt?: string | undefined }>({ publishAt, ...content }: C) {
  return { ...content, ...(publishAt !== undefined && { publishAt }) }
}
