import { disqualifyStudent, restoreStudent, type StudentDetails } from '@baobab/contract/students.ts'
import { useState } from 'react'
import { useApiMutation } from '../api/query.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { studentChanges } from './use-student.ts'

type Props = {
  student: StudentDetails['data']
  isOpen: boolean
  onClose: () => void
  onDone: () => void
}

/** Takes a student off the boards, or gives the place back. */
export function DisqualifyDialog({ student, isOpen, onClose, onDone }: Props) {
  const { username, disqualifiedAt } = student
  const disqualify = useApiMutation(disqualifyStudent, { changes: studentChanges })
  const restore = useApiMutation(restoreStudent, { changes: studentChanges })
  // The question stays what it was while its answer comes in.
  const [wasOut, setWasOut] = useState(disqualifiedAt !== null)
  if (!isOpen && wasOut !== (disqualifiedAt !== null)) setWasOut(disqualifiedAt !== null)
  const frame = { isOpen, onClose, onDone }
  return wasOut ? (
    <ReasonDialog
      key="restore"
      {...frame}
      title={`Restore ${username}?`}
      effect={`${username} stands on the board again with all points, and takes part in the draws to come.`}
      confirmLabel="Restore"
      busyLabel="Restoring..."
      send={(reason) => restore.mutateAsync({ params: { username }, body: { reason } })}
    />
  ) : (
    <ReasonDialog
      key="disqualify"
      {...frame}
      title={`Disqualify ${username}?`}
      effect={`${username} leaves every board and every draw at once. Logging in, watching and answering go on, the points are kept, and you can restore the place at any time.`}
      confirmLabel="Disqualify"
      busyLabel="Disqualifying..."
      isDangerous
      send={(reason) => disqualify.mutateAsync({ params: { username }, body: { reason } })}
    />
  )
}
