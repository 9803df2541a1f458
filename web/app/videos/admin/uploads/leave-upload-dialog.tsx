import { Dialog } from '../../../ui/dialog.tsx'
import { useIsUploading } from './use-is-uploading.ts'
import { useLeaveGuard } from '../../../shell/use-leave-guard.ts'

/** Stands between a running upload and a link that would end it. Once on a page: a router knows one blocker. */
export function LeaveUploadDialog() {
  const blocker = useLeaveGuard(useIsUploading())
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title="Leave while the video is going up?"
      confirmLabel="Stop and leave"
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>
        The upload stops. What has arrived is kept for a day: choose the same file again, and it goes on from there.
      </p>
    </Dialog>
  )
}
