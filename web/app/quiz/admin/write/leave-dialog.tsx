import type { Location } from 'react-router'
import { useLeaveGuard } from '../../../shell/use-leave-guard.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { text } from './text.ts'

/** The quizzes of both age categories and of all videos have the same path. */
const isOtherQuiz = (from: Location, to: Location) => from.pathname !== to.pathname || from.search !== to.search

/** Asks for confirmation before a change to a stored question is lost. */
export function LeaveDialog({ isUnsaved }: { isUnsaved: boolean }) {
  const blocker = useLeaveGuard(isUnsaved, isOtherQuiz)
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title={text.leaveTitle}
      confirmLabel={text.leave}
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{text.leaveEffect}</p>
    </Dialog>
  )
}
