import { allStudents } from '@baobab/contract/console.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../api/q.ts'
import { dayAndTime } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { counted } from '../ui/format.ts'
import type { MeantNotice } from './typed-notice.ts'

type Props = {
  /** What is about to be sent to many. */
  notice: MeantNotice | undefined
  label: string
  isSending: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** The question before something is said to many. */
export function SendDialog({ notice, label, isSending, onCancel, onConfirm }: Props) {
  const howMany = useHowMany(notice)
  const whom = notice?.ageCategory ? `all students of ages ${notice.ageCategory}` : 'all students'
  return (
    <Dialog
      isOpen={notice !== undefined}
      title={`Send this to ${whom}?`}
      confirmLabel={label}
      busyLabel={isSending && 'Sending...'}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      {notice && (
        <p>
          {`“${notice.title}” goes to ${howMany ? `at most ${howMany}` : whom}`}
          {notice.publishAt !== undefined && ` on ${dayAndTime(new Date(notice.publishAt))}`}
          {notice.method === 'in-app+email' && ', also by email'}
          {notice.publishAt === undefined
            ? '. It is sent at once and cannot be taken back.'
            : '. Until then you can change or cancel it.'}
        </p>
      )}
    </Dialog>
  )
}

/** 'about 9,324 students', once it is known. */
function useHowMany(notice: MeantNotice | undefined): string | undefined {
  const { data } = useQuery({
    ...q(allStudents, {
      query: { limit: 1, ...(notice?.ageCategory && { ageCategory: notice.ageCategory }) },
    }),
    enabled: notice !== undefined,
  })
  if (!data?.total) return undefined
  const { count, precision } = data.total
  const words = { exact: '', about: 'about ', 'at-least': 'more than ' }
  return `${words[precision]}${counted(count, 'student')}`
}
