import { useLeaveGuard } from '../../../shell/use-leave-guard.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { text } from '../text.ts'
import { useIsUploading } from './use-is-uploading.ts'

/** Asks before following a link that would end a running upload. Only one per page: the router supports one blocker. */
export function LeaveUploadDialog() {
  const blocker = useLeaveGuard(useIsUploading())
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title={text.leaveQuestion}
      confirmLabel={text.stopAndLeave}
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{text.leaveEffect}</p>
    </Dialog>
  )
}
