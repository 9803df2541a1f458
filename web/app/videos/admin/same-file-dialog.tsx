import { Dialog } from '../../ui/dialog.tsx'
import { text } from './text.ts'

type Props = { message: string | undefined; onConfirm: () => void; onCancel: () => void }

/** Asks before a file is uploaded that a video seems to have already. */
export function SameFileDialog({ message, onConfirm, onCancel }: Props) {
  return (
    <Dialog
      isOpen={message !== undefined}
      title={text.sameFileQuestion}
      confirmLabel={text.uploadAnyway}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        {message} {text.sameFileEffect}
      </p>
    </Dialog>
  )
}
