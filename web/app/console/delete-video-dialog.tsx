import { videosText } from '@baobab/contract/videos-text.ts'
import { deleteVideo, listAdminVideos, listVideos, type AdminVideo } from '@baobab/contract/videos.ts'
import { flushSync } from 'react-dom'
import { useSend } from '../api/q.ts'
import { Dialog } from '../ui/dialog.tsx'
import { counted } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast.tsx'
import { wordsOf } from './refusal.ts'
import { questionTotal, videosChanged } from './use-console-videos.ts'

type Props = {
  video: AdminVideo | undefined
  onClose: () => void
  /** Leads away from a page that is the video's own, before the list is read again. */
  onDeleted?: () => void
}

export function DeleteVideoDialog({ video, onClose, onDeleted }: Props) {
  const send = useSend(deleteVideo, { changes: onDeleted ? [] : [listAdminVideos, listVideos] })

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
    await videosChanged()
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
            “{video.title}” goes{effectOn(questionTotal(video))}. Points that students have earned stay.
          </p>
        )}
        {send.error && (
          <Note kind="bad" role="alert">
            {wordsOf(send.error, videosText.videoDeleteFailed)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

function effectOn(questions: number): string {
  return questions > 0 ? `, and its ${counted(questions, 'question')} with it` : ''
}
