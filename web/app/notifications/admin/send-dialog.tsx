import { listStudents } from '@baobab/contract/students.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { NotificationInput } from './notification-form-values.ts'
import { text } from './text.ts'

type Props = {
  /** What is about to be sent to many students; undefined while there is nothing to confirm. */
  notification: NotificationInput | undefined
  label: string
  isSending: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before a notification is sent to many students. */
export function SendDialog({ notification, label, isSending, onCancel, onConfirm }: Props) {
  const count = useRecipientCount(notification)
  return (
    <Dialog
      isOpen={notification !== undefined}
      title={text.sendQuestion(notification?.ageCategory)}
      confirmLabel={label}
      busyLabel={isSending && text.sending}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {notification && (
        <p>
          {text.sendEffect({
            title: notification.title,
            count,
            isEmailed: notification.method === 'in-app+email',
            time: notification.publishAt === undefined ? undefined : formatDateTime(new Date(notification.publishAt)),
          })}
        </p>
      )}
    </Dialog>
  )
}

/** Returns 'about 9,324 students', or undefined until it is known. */
function useRecipientCount(notification: NotificationInput | undefined): string | undefined {
  const { data } = useQuery({
    ...apiQuery(listStudents, {
      query: { limit: 1, ...(notification?.ageCategory && { ageCategory: notification.ageCategory }) },
    }),
    enabled: notification !== undefined,
  })
  return data?.total ? text.studentCount(data.total.count, data.total.precision) : undefined
}
