import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Weave } from '../../../ui/weave.tsx'
import { text } from '../text.ts'
import { formatSpeed, measureSpeed, describeUpload, uploadPercent, type UploadState } from './upload-state.ts'

type Props = {
  file: File
  upload: UploadState
  onPause: () => void
  onResume: () => void
  onCancel: () => void
}

/** Shows a running upload: progress, speed and time left, with buttons to pause, resume and cancel. */
export function UploadProgress({ file, upload, onPause, onResume, onCancel }: Props) {
  const { phase } = upload
  const percent = uploadPercent(upload)
  const speed = measureSpeed(upload.readings)
  return (
    <div className="drop drop--busy">
      <div className="row nowrap">
        <Icon name={phase === 'waiting' ? 'wifi-slash' : 'film-strip'} size="lg" />
        <span className="grow clip">
          <b>{file.name}</b>
          <span className="small muted num">{describeUpload(upload)}</span>
        </span>
      </div>
      <Weave percent={percent} label={text.uploadOf(file.name)} valueText={text.percent(percent)} />
      <span className="sr" role="status">
        {text.phases[phase]}
      </span>
      {phase !== 'completed' && (
        <div className="row between rising__f">
          <span className="small muted num" aria-hidden="true">
            {[`${percent}%`, ...(speed === undefined ? [] : [formatSpeed(speed)])].join(' · ')}
          </span>
          <span className="row nowrap acts">
            {phase === 'paused' ? (
              <Button kind="quiet" size="sm" onClick={onResume} aria-label={text.continueUpload(file.name)}>
                <Icon name="play" size="sm" />
                {text.continue}
              </Button>
            ) : (
              <Button kind="quiet" size="sm" onClick={onPause} aria-label={text.pauseUpload(file.name)}>
                <Icon name="pause" size="sm" />
                {text.pause}
              </Button>
            )}
            <Button kind="quiet" size="sm" onClick={onCancel} aria-label={text.cancelUpload(file.name)}>
              <Icon name="x" size="sm" />
              {text.cancel}
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}
