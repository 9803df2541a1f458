import { useId, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { useModal } from './use-modal.ts'

type Props = {
  isOpen: boolean
  /** Names the thing: "Are you sure you want to delete this video?" */
  title: string
  /** The effect, in one sentence. */
  children: ReactNode
  confirmLabel: string
  busyLabel?: string | false
  isDangerous?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A question before something that cannot be undone. Escape and Cancel leave everything as it was. */
export function Dialog(props: Props) {
  const { isOpen, title, children, confirmLabel, busyLabel, isDangerous = false, onConfirm, onCancel } = props
  const { dialog, first } = useModal(isOpen)
  const titleId = useId()
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <div className="stack">
        <h2 id={titleId}>{title}</h2>
        <div className="muted">{children}</div>
        <div className="row">
          <Button kind={isDangerous ? 'danger' : 'main'} busyLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <Button kind="line" ref={first} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </dialog>
  )
}
