import { cancelNotification, listNotifications, type AdminNotification } from '@baobab/contract/notifications-admin.ts'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { recipientLabel } from '../labels.ts'

type Props = { notification: AdminNotification | undefined; onClose: () => void }

/** The question before a waiting message is taken back. */
export function CancelDialog({ notification, onClose }: Props) {
  const cancel = useApiMutation(cancelNotification, { changes: [listNotifications] })

  async function takeBack(id: string) {
    try {
      const { message } = await cancel.mutateAsync({ params: { notificationId: id } })
      toast(message)
    } catch (error) {
      toast(errorMessage(error), { kind: 'bad' })
    }
    onClose()
  }

  return (
    <Dialog
      isOpen={notification !== undefined}
      title={`Cancel “${notification?.title ?? ''}”?`}
      confirmLabel="Cancel Notification"
      cancelLabel="Keep It"
      busyLabel={cancel.isPending && 'Canceling...'}
      isDangerous
      onCancel={onClose}
      onConfirm={() => notification && void takeBack(notification._id)}
    >
      {notification &&
        `${recipientLabel(notification)}: it was to be sent on ${formatDateTime(new Date(notification.date))}.`}
    </Dialog>
  )
}
