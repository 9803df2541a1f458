import { listAdminVideos, reprocessVideo, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { Weave } from '../../ui/weave.tsx'
import { describeProcessing, describeRenditions, text } from './text.ts'

/** Shows the progress of processing, the renditions, or why it failed. */
export function ProcessingStatus({ video }: { video: AdminVideo }) {
  const { state, title, progress, failure } = video
  if (state === 'processing') {
    const label = describeProcessing(progress)
    return (
      <div className="stack stack-2">
        <span className="small num">{label}</span>
        <Weave percent={progress ?? 0} label={text.preparing(title)} valueText={label} />
      </div>
    )
  }
  // A ready video can have a failure too: if its stream could not be made, it plays as it was uploaded.
  if (state === 'failed' || failure !== null) return <Failed video={video} />
  const renditions = describeRenditions(video.renditions)
  return renditions ? <p className="small muted num vsizes">{renditions}</p> : null
}

function Failed({ video: { _id, title, state, failure } }: { video: AdminVideo }) {
  const send = useApiMutation(reprocessVideo, { changes: [listAdminVideos, listVideos] })

  async function tryAgain() {
    const reply = await send.mutateAsync({ params: { id: _id } }).catch(() => undefined)
    if (reply) toast(reply.message)
  }

  return (
    <div className="stack stack-2">
      <div className="err">
        <Icon name="warning-circle" size="sm" />
        <span>
          {failure ?? videosText.processingFailed} {state === 'failed' ? text.notShown : text.shownAsUploaded}
        </span>
      </div>
      <IfAllowed who={reprocessVideo.who}>
        <div className="row">
          <Button
            kind="line"
            size="sm"
            aria-label={text.tryAgainLabel(title)}
            busyLabel={send.isPending && text.tryingAgain}
            onClick={() => void tryAgain()}
          >
            <Icon name="arrow-counter-clockwise" size="sm" />
            {text.tryAgain}
          </Button>
        </div>
      </IfAllowed>
      {send.error && (
        <p className="err" role="alert">
          {errorMessage(send.error, videosText.processingFailed)}
        </p>
      )}
    </div>
  )
}
