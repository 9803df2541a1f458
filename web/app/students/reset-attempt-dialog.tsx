import { resetAttempt } from '@baobab/contract/quiz-admin.ts'
import { useApiMutation } from '../api/query.ts'
import { formatCount } from '../ui/format.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { studentChanges, type StudentAttempt } from './use-student.ts'

type Props = {
  username: string
  attempt: StudentAttempt | undefined
  onClose: () => void
  onReset: () => void
}

export function ResetAttemptDialog({ username, attempt, onClose, onReset }: Props) {
  const send = useApiMutation(resetAttempt, { changes: studentChanges })
  return (
    <ReasonDialog
      isOpen={attempt !== undefined}
      title="Reset this attempt?"
      effect={attempt ? effectOf(attempt, username) : ''}
      confirmLabel="Reset"
      busyLabel="Resetting..."
      isDangerous
      send={(reason) => send.mutateAsync({ params: { attemptId: attempt?._id ?? '' }, body: { reason } })}
      onClose={onClose}
      onDone={onReset}
    />
  )
}

function effectOf({ videoTitle, ageCategory, score }: StudentAttempt, username: string): string {
  const points =
    score > 0 ? `${formatCount(score, 'point')} are taken back from ${username}` : 'No points are taken back'
  return `“${videoTitle}” (${ageCategory}): ${points}, and ${username} may take this quiz again.`
}
