import { cancelNotification, listNotifications, type SentNotification } from '@baobab/contract/notifications.ts'
import { sentenceOf } from '../api/errors.ts'
import { useSend } from '../api/q.ts'
import { dayAndTime } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { recipientWords } from './words.ts'

type Props = { notice: SentNotification | undefined; onClose: () => void }

/** The question before a waiting message is taken back. */
export function CancelDialog({ notice, onClose }: Props) {
  const cancel = useSend(cancelNotification, { changes: [listNotifications] })

  async function takeBack(id: string) {
    try {
      const { message } = await cancel.mutateAsync({ params: { notificationId: id } })
      toast(message)
    } catch (error) {
      toast(sentenceOf(error), { kind: 'bad' })
    }
    onClose()
  }

  return (
    <Dialog
      isOpen={notice !== undefined}
      title={`Cancel “${notice?.title ?? ''}”?`}
      confirmLabel="Cancel Notification"
      cancelLabel="Keep It"
      busyLabel={cancel.isPending && 'Canceling...'}
      isDangerous
      onCancel={onClose}
      onConfirm={() => notice && void takeBack(notice._id)}
    >
      {notice && `${recipientWords(notice)}: it was to be sent on ${dayAndTime(new Date(notice.date))}.`}
    </Dialog>
  )
}
