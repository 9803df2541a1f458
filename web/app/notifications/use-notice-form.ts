// The form of a message: nothing that was typed is lost by a failure, a look elsewhere or a reload.
import {
  changeNotification,
  listNotifications,
  notifyAll,
  sendNotification,
  type SentNotification,
} from '@baobab/contract/notifications.ts'
import { notificationsText } from '@baobab/contract/notifications-text.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { dropDraft, readDraft, useDraft } from '../accounts/use-draft.ts'
import { call } from '../api/call.ts'
import { applyServerErrors, sentenceOf } from '../api/errors.ts'
import { invalidate } from '../api/q.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'
import {
  noticeOfDraft,
  typedFields,
  TypedNoticeForm,
  typedOf,
  type MeantNotice,
  type TypedNotice,
} from './typed-notice.ts'

const DRAFT = 'notification-draft'

/** @param changed the waiting message that is being changed, where it is no new one */
export function useNoticeForm(changed?: SentNotification) {
  const navigate = useNavigate()
  const form = useForm<TypedNotice, unknown, MeantNotice>({
    defaultValues: changed ? typedOf(changed) : noticeOfDraft(readDraft(DRAFT)),
    mode: 'onTouched',
    resolver: zodResolver(TypedNoticeForm),
  })
  // Fields that come and go are known first: the focus goes to the first wrong one in the order of the screen.
  form.register('username')
  form.register('ageCategory')
  // What is changed is safe on the server; its draft is nobody's.
  useDraft(form, changed ? `${DRAFT}-${changed._id}` : DRAFT, typedFields)
  const [refusal, setRefusal] = useState<string>()
  const [asked, ask] = useState<MeantNotice>()
  const [isSending, setSending] = useState(false)

  async function send(notice: MeantNotice) {
    setSending(true)
    setRefusal(undefined)
    try {
      const { message } = await (changed ? change(changed, notice) : sendNew(notice))
      dropDraft(changed ? `${DRAFT}-${changed._id}` : DRAFT)
      toast(message)
      void invalidate(listNotifications)
      await navigate(paths.admin.notification)
    } catch (error) {
      if (!applyServerErrors(error, typedFields, form.setError)) setRefusal(sentenceOf(error, notificationsText.notificationFailed))
    } finally {
      ask(undefined)
      setSending(false)
    }
  }

  const submit = form.handleSubmit(async (notice) => {
    setRefusal(undefined)
    // A word to many that goes out at once cannot be taken back: it is asked for once more. A change that waits can.
    if (notice.to === 'student' || (changed && notice.publishAt !== undefined)) await send(notice)
    else ask(notice)
  })
  return { form, submit, send, refusal, isSending, asked, stopAsking: () => ask(undefined) }
}

function sendNew({ to, username, ageCategory, ...content }: MeantNotice) {
  if (to === 'student') return call(sendNotification, { body: { ...timed(content), username } })
  return call(notifyAll, { body: { ...timed(content), ...(ageCategory && { ageCategory }) } })
}

function change({ _id: notificationId }: SentNotification, notice: MeantNotice) {
  const { to: _to, username: _username, ageCategory: _ageCategory, ...content } = notice
  return call(changeNotification, { params: { notificationId }, body: timed(content) })
}

/** Without a time it has none: no field of that name goes out. */
function timed<C extends { publishAt?: string | undefined }>({ publishAt, ...content }: C) {
  return { ...content, ...(publishAt !== undefined && { publishAt }) }
}
