import { listStudents } from '@baobab/contract/students.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import type { NotificationInput } from './notification-form-values.ts'

type Props = {
  /** What is about to be sent to many. */
  notification: NotificationInput | undefined
  label: string
  isSending: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** The question before something is said to many. */
export function SendDialog({ notification, label, isSending, onCancel, onConfirm }: Props) {
  const howMany = useHowMany(notification)
  const whom = notification?.ageCategory ? `all students of ages ${notification.ageCategory}` : 'all students'
  return (
    <Dialog
      isOpen={notification !== undefined}
      title={`Send this to ${whom}?`}
      confirmLabel={label}
      busyLabel={isSending && 'Sending...'}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {notification && (
        <p>
          {`“${notification.title}” goes to ${howMany ? `at most ${howMany}` : whom}`}
          {notification.publishAt !== undefined && ` on ${formatDateTime(new Date(notification.publishAt))}`}
          {notification.method === 'in-app+email' && ', also by email'}
          {notification.publishAt === undefined
            ? '. It is sent at once and cannot be taken back.'
            : '. Until then you can change or cancel it.'}
        </p>
      )}
    </Dialog>
  )
}

/** 'about 9,324 students', once it is known. */
function useHowMany(notification: NotificationInput | undefined): string | undefined {
  const { data } = useQuery({
    ...apiQuery(listStudents, {
      query: { limit: 1, ...(notification?.ageCategory && { ageCategory: notification.ageCategory }) },
    }),
    enabled: notification !== undefined,
  })
  if (!data?.total) return undefined
  const { count, precision } = data.total
  const words = { exact: '', about: 'about ', 'at-least': 'more than ' }
  return `${words[precision]}${formatCount(count, 'student')}`
}
