import { useState } from 'react'
import { Button } from './button.tsx'
import { FieldError, useField, type FieldProps } from './field.tsx'
import { megabytes } from './format.ts'
import { Icon, type IconName } from './icon.tsx'
import { Weave } from './weave.tsx'

type Props = FieldProps & {
  label: string
  accept: string
  icon?: IconName
  file: File | undefined
  onFile: (file: File | undefined) => void
  /** While the file goes up: how far, in per cent, and what to say about it ("38 MB of 61 MB"). */
  progress?: { percent: number; text: string } | undefined
  onStop?: () => void
}

/** Choose a file or drop one on it (the input lies over the whole box, so the browser takes the drop); then the file, and while it goes up, how far. */
export function FileField(props: Props) {
  const { label, hint, error, accept, icon = 'film-strip', file, onFile, progress } = props
  const [isOver, setOver] = useState(false)
  const field = useField({ hint, error })

  return (
    <div className={error ? 'field field--bad' : 'field'}>
      <span className="label" id={`${field.control.id}-label`}>
        {label}
      </span>
      {progress && file ? (
        <Rising file={file} icon={icon} progress={progress} label={label} onStop={props.onStop} />
      ) : (
        <label className={isOver ? 'drop drop--over' : 'drop'}>
          <Icon name={file ? icon : 'upload-simple'} size="lg" />
          <b className="clip">{file ? file.name : 'Choose a file'}</b>
          <span className="small muted">{file ? `${megabytes(file.size)}. Tap to change.` : 'or drop it here'}</span>
          <input
            type="file"
            accept={accept}
            {...field.control}
            aria-labelledby={`${field.control.id}-label`}
            onDragEnter={() => setOver(true)}
            onDragLeave={() => setOver(false)}
            onDrop={() => setOver(false)}
            onChange={(event) => onFile(event.target.files?.[0])}
          />
        </label>
      )}
      <FieldError id={field.errorId}>{error}</FieldError>
      {hint && (
        <p className="hint" id={field.hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

type RisingProps = {
  file: File
  icon: IconName
  label: string
  progress: { percent: number; text: string }
  onStop: (() => void) | undefined
}

function Rising({ file, icon, progress, label, onStop }: RisingProps) {
  return (
    <div className="drop drop--busy">
      <div className="row nowrap">
        <Icon name={icon} size="lg" />
        <span className="grow clip">
          <b>{file.name}</b>
          <span className="small muted num">{progress.text}</span>
        </span>
        {onStop && (
          <Button kind="quiet" size="sm" onClick={onStop}>
            Stop
          </Button>
        )}
      </div>
      <Weave percent={progress.percent} label={`${label}: upload`} />
    </div>
  )
}
