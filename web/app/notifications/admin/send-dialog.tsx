import { formatDateTime } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { NotificationInput } from './notification-form-values.ts'
import { useReach } from './segment-fields.tsx'
import { text } from './text.ts'

type Props = {
  /** What is about to be sent to many students; undefined while there is nothing to confirm. */
  notification: NotificationInput | undefined
  label: string
  isSending: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before a notification is sent to many students, and says how many. */
export function SendDialog({ notification, label, isSending, onCancel, onConfirm }: Props) {
  const { segment, ageCategory } = notification ?? {}
  const { data: reach } = useReach(segment ?? (ageCategory ? { ageCategory } : {}), notification !== undefined)
  return (
    <Dialog
      isOpen={notification !== undefined}
      title={text.sendQuestion({ to: notification?.to ?? 'all', ageCategory })}
      confirmLabel={label}
      busyLabel={isSending && text.sending}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {notification && (
        <p>
          {text.sendEffect({
            title: notification.title,
            reach,
            isEmailed: notification.method === 'in-app+email',
            time: notification.publishAt === undefined ? undefined : formatDateTime(new Date(notification.publishAt)),
          })}
        </p>
      )}
    </Dialog>
  )
}
