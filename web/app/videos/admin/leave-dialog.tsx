import type { Location } from 'react-router'
import { useLeaveGuard } from '../../shell/use-leave-guard.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { text } from './text.ts'
import { useIsUploading } from './uploads/use-is-uploading.ts'
import { useHasUnsavedChanges } from './use-unsaved-changes.ts'

/**
 * Asks before a link that would end a running upload or lose what was typed. Only one per page: the router supports one
 * blocker.
 */
export function LeaveDialog() {
  const isUploading = useIsUploading()
  const hasUnsavedChanges = useHasUnsavedChanges()
  const blocker = useLeaveGuard(isUploading || hasUnsavedChanges, isOtherForm)
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title={isUploading ? text.leaveQuestion : text.leaveUnsavedQuestion}
      confirmLabel={isUploading ? text.stopAndLeave : text.leaveUnsaved}
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{isUploading ? text.leaveEffect : text.leaveUnsavedEffect}</p>
    </Dialog>
  )
}

/** The list of videos and the form of one have the same path, and differ in the video that the address names. */
function isOtherForm(from: Location, to: Location): boolean {
  return from.pathname !== to.pathname || readVideo(from) !== readVideo(to)
}

const readVideo = ({ search }: Location) => new URLSearchParams(search).get('video')
