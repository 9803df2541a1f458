import { useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type Props = {
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
export function ChooseFileButton({ label, accept, block = false, busyLabel, describedBy, onFile, children }: Props) {
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
          // Cleared, so that choosing the same file again fires a change.
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
