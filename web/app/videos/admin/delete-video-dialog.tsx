import { deleteVideo, listAdminVideos, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { videosAdminText } from '@baobab/contract/videos/text.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { flushSync } from 'react-dom'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'
import { invalidateVideos } from './use-admin-videos.ts'

type Props = {
  video: AdminVideo | undefined
  onClose: () => void
  /** Called on the video's own page, to leave it before the list is loaded again without the video. */
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
    // A closing dialog returns the focus to the button that opened it, which was deleted with the video.
    flushSync(close)
    document.getElementById('main')?.focus()
    if (!onDeleted) return
    onDeleted()
    await invalidateVideos()
  }

  return (
    <Dialog
      isOpen={video !== undefined}
      title={videosAdminText.videoDeleteQuestion}
      confirmLabel={text.delete}
      busyLabel={send.isPending && text.deleting}
      isDangerous
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <div className="stack stack-3">
        {video && <p>{text.deleteEffect(video.title, countQuestions(video))}</p>}
        {send.error && (
          <Note kind="bad" role="alert">
            {errorMessage(send.error, videosAdminText.videoDeleteFailed)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

function countQuestions({ poolCounts }: AdminVideo): number {
  return poolCounts['5-10'] + poolCounts['11-20']
}
