import { listAdminVideos, reprocessVideo, type AdminVideo } from '@baobab/contract/videos-admin.ts'
import { listVideos } from '@baobab/contract/videos.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { useApiMutation } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { Weave } from '../../ui/weave.tsx'
import { errorMessage } from '../../api/error-message.ts'
import { describeProcessing, describeRenditions } from './labels.ts'

/** What is being made of a film, what came of it, or why nothing did. */
export function ProcessingStatus({ video }: { video: AdminVideo }) {
  const { state, title, progress, failure } = video
  if (state === 'processing') {
    const words = describeProcessing(progress)
    return (
      <div className="stack stack-2">
        <span className="small num">{words}</span>
        <Weave percent={progress ?? 0} label={`Preparing ${title}`} valueText={words} />
      </div>
    )
  }
  // A film that plays as it came is ready even where its stream could not be made.
  if (state === 'failed' || failure !== null) return <Failed video={video} />
  const sizes = describeRenditions(video.renditions)
  return sizes ? <p className="small muted num vsizes">{sizes}</p> : null
}

function Failed({ video: { _id, title, state, failure } }: { video: AdminVideo }) {
  const send = useApiMutation(reprocessVideo, { changes: [listAdminVideos, listVideos] })

  async function again() {
    const reply = await send.mutateAsync({ params: { id: _id } }).catch(() => undefined)
    if (reply) toast(reply.message)
  }

  return (
    <div className="stack stack-2">
      <div className="err">
        <Icon name="warning-circle" size="sm" />
        <span>
          {failure ?? videosText.processingFailed}{' '}
          {state === 'failed' ? 'Students do not see it.' : 'Students see it as it was uploaded.'}
        </span>
      </div>
      <div className="row">
        <Button
          kind="line"
          size="sm"
          aria-label={`Try again: ${title}`}
          busyLabel={send.isPending && 'Trying again...'}
          onClick={() => void again()}
        >
          <Icon name="arrow-counter-clockwise" size="sm" />
          Try again
        </Button>
      </div>
      {send.error && (
        <p className="err" role="alert">
          {errorMessage(send.error, videosText.processingFailed)}
        </p>
      )}
    </div>
  )
}
