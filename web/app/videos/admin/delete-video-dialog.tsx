import { videosText } from '@baobab/contract/videos-text.ts'
import { deleteVideo, listAdminVideos, type AdminVideo } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { flushSync } from 'react-dom'
import { useApiMutation } from '../../api/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { errorMessage } from '../../api/error-message.ts'
import { toast } from '../../ui/toast.tsx'
import { countQuestions, invalidateVideos } from './use-admin-videos.ts'

type Props = {
  video: AdminVideo | undefined
  onClose: () => void
  /** Leads away from a page that is the video's own, before the list is read again. */
  onDeleted?: () => void
}

export function DeleteVideoDialog({ video, onClose, onDeleted }: Props) {
  const send = useApiMutation(deleteVideo, { changes: onDeleted ? [] : [listAdminVideos, listVideos] })

  function close() {
    send.reset()
    onClose()
  }

  async function confirm() {
    if (!video) return
    const reply = await send.mutateAsync({ params: { id: video._id } }).catch(() => undefined)
    if (!reply) return
    toast(reply.message)
    // A dialog gives the focus back to what opened it, and that is gone with the video.
    flushSync(close)
    document.getElementById('main')?.focus()
    if (!onDeleted) return
    onDeleted()
    await invalidateVideos()
  }

  return (
    <Dialog
      isOpen={video !== undefined}
      title={videosText.videoDeleteQuestion}
      confirmLabel="Delete"
      busyLabel={send.isPending && 'Deleting...'}
      isDangerous
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <div className="stack stack-3">
        {video && (
          <p>
            “{video.title}” goes{effectOn(countQuestions(video))}. Points that students have earned stay.
          </p>
        )}
        {send.error && (
          <Note kind="bad" role="alert">
            {errorMessage(send.error, videosText.videoDeleteFailed)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

function effectOn(questions: number): string {
  return questions > 0 ? `, and its ${formatCount(questions, 'question')} with it` : ''
}
