import { useState, type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { FieldError, useField, type FieldProps } from './fields.tsx'
import { formatMegabytes } from './format.ts'
import { Icon, type IconName } from './icon.tsx'
import { text } from './text.ts'

type Props = FieldProps & {
  label: string
  accept: string
  icon?: IconName
  multiple?: boolean
  file: File | undefined
  onFiles: (files: File[]) => void
  /** Shown under a chosen file's name instead of its size. */
  note?: string | undefined
  /** Shown instead of the box during the upload. */
  children?: ReactNode
}

/**
 * A box for choosing or dropping a file (the input covers the box, so the browser handles the drop). Then shows the file and its upload
 * progress.
 */
export function FileField(props: Props) {
  const { label, hint, error, accept, icon = 'film-strip', multiple = false, file, onFiles, note, children } = props
  const [isOver, setOver] = useState(false)
  const field = useField({ hint, error })

  return (
    <div className={error ? 'field field--bad' : 'field'}>
      <span className="label" id={`${field.control.id}-label`}>
        {label}
      </span>
      {children || (
        <label className={isOver ? 'drop drop--over' : 'drop'}>
          <Icon name={file ? icon : 'upload-simple'} size="lg" />
          <b className="clip">{file ? file.name : multiple ? text.chooseFiles : text.chooseFile}</b>
          <span className="small muted">
            {file ? (note ?? `${formatMegabytes(file.size)}. Choose another file.`) : orDrop(multiple)}
          </span>
          <input
            type="file"
            accept={accept}
            multiple={multiple}
            {...field.control}
            aria-labelledby={`${field.control.id}-label`}
            onDragEnter={() => setOver(true)}
            onDragLeave={() => setOver(false)}
            onDrop={() => setOver(false)}
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])]
              // Cleared, so that the same file can be chosen again after a failure.
              event.target.value = ''
              if (chosen.length > 0) onFiles(chosen)
            }}
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

function orDrop(multiple: boolean): string {
  return multiple ? 'or drop them here' : 'or drop it here'
}

type ChooseFileButtonProps = {
  /** The label of the hidden file input. */
  label: string
  accept: string
  block?: boolean
  busyLabel?: string | false
  describedBy?: string | undefined
  onFile: (file: File) => void
  children: ReactNode
}

/** A button that opens the file picker. `onChoose` is called with the file immediately. */
export function ChooseFileButton({
  label,
  accept,
  block = false,
  busyLabel,
  describedBy,
  onFile,
  children,
}: ChooseFileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Cleared, so that choosing the same file again fires a change event.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        kind="line"
        size="sm"
        block={block}
        busyLabel={busyLabel}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        <Icon name="upload-simple" size="sm" />
        {children}
      </Button>
    </>
  )
}
