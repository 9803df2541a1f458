import { Dialog } from '../../ui/dialog.tsx'
import { useLeaveGuard } from '../../shell/use-leave-guard.ts'

/** Stands between a half-filled form and a link that would lose it. Once on a page: a router knows one blocker. */
export function UnsavedChangesDialog({ isHalfFilled }: { isHalfFilled: boolean }) {
  const blocker = useLeaveGuard(isHalfFilled)
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirmLabel="Leave"
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>What you have typed here is not stored yet and would be lost.</p>
    </Dialog>
  )
}
