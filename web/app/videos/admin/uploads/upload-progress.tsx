import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Weave } from '../../../ui/weave.tsx'
import { measureSpeed, formatSpeed } from './speed.ts'
import { transferPercent, describeTransfer, type Transfer } from './transfer.ts'

type Props = {
  file: File
  transfer: Transfer
  onPause: () => void
  onProceed: () => void
  onCancel: () => void
}

/** A file on its way up: how far, how fast, how long still; pause, continue, cancel. */
export function UploadProgress({ file, transfer, onPause, onProceed, onCancel }: Props) {
  const { phase } = transfer
  const percent = transferPercent(transfer)
  const speed = measureSpeed(transfer.readings)
  return (
    <div className="drop drop--busy">
      <div className="row nowrap">
        <Icon name={phase === 'waiting' ? 'wifi-slash' : 'film-strip'} size="lg" />
        <span className="grow clip">
          <b>{file.name}</b>
          <span className="small muted num">{describeTransfer(transfer)}</span>
        </span>
      </div>
      <Weave percent={percent} label={`Upload of ${file.name}`} valueText={`${percent} per cent`} />
      <span className="sr" role="status">
        {spoken[phase]}
      </span>
      {phase !== 'arrived' && (
        <div className="row between rising__f">
          <span className="small muted num" aria-hidden="true">
            {percent}%{speed !== undefined && ` · ${formatSpeed(speed)}`}
          </span>
          <span className="row nowrap acts">
            {phase === 'paused' ? (
              <Button kind="quiet" size="sm" onClick={onProceed} aria-label={`Continue ${file.name}`}>
                <Icon name="play" size="sm" />
                Continue
              </Button>
            ) : (
              <Button kind="quiet" size="sm" onClick={onPause} aria-label={`Pause ${file.name}`}>
                <Icon name="pause" size="sm" />
                Pause
              </Button>
            )}
            <Button kind="quiet" size="sm" onClick={onCancel} aria-label={`Cancel ${file.name}`}>
              <Icon name="x" size="sm" />
              Cancel
            </Button>
          </span>
        </div>
      )}
    </div>
  )
}

/** Told when it changes; how far it is would be told without an end. */
const spoken = {
  none: '',
  queued: 'Waiting for its turn',
  sending: 'Uploading...',
  waiting: 'Waiting for the network',
  paused: 'Paused',
  arrived: 'The whole file has arrived.',
} as const
