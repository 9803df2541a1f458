import { Dialog } from '../ui/dialog.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** Stands between a running upload and a link that would end it. */
export function LeaveDialog({ isBusy, onStop }: { isBusy: boolean; onStop: () => void }) {
  const blocker = useLeaveGuard(isBusy)
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title="Leave while the video is going up?"
      confirmLabel="Stop and leave"
      isDangerous
      onConfirm={() => {
        onStop()
        blocker.proceed?.()
      }}
      onCancel={() => blocker.reset?.()}
    >
      <p>The upload stops, and nothing of it is kept.</p>
    </Dialog>
  )
}
