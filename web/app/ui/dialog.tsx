import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { showFirstError as showError } from './show-first-error.ts'
import { useFirstError } from './use-first-error.ts'
import { useModal } from './use-modal.ts'
import { text } from './text.ts'

type Props = {
  isOpen: boolean
  /** The question, including what it is about: "Are you sure you want to delete this video?" */
  title: string
  /** The effect, in one sentence. */
  children: ReactNode
  confirmLabel: string
  /** 'Close' if there is nothing to cancel. */
  cancelLabel?: string
  busyLabel?: string | false
  isDangerous?: boolean
  onCancel: () => void
} & Confirming

/** The confirm button calls `onConfirm`, or submits the form `formId` inside the dialog, as does Enter in a field. */
type Confirming = { onConfirm: () => void } | { formId: string }

/** Asks for confirmation of something that cannot be undone. Escape and Cancel change nothing. */
export function Dialog(props: Props) {
  const { isOpen, title, children, confirmLabel, cancelLabel = text.cancel } = props
  const { busyLabel, isDangerous = false, onCancel } = props
  const confirming =
    'formId' in props
      ? ({ type: 'submit', form: props.formId } as const)
      : {
          onClick: () => {
            isConfirmed.current = true
            props.onConfirm()
            showFirstError(dialog.current)
          },
        }
  const { dialog, first } = useModal(isOpen)
  const showFirstError = useFirstError()
  const isConfirmed = useRef(false)
  useEffect(() => {
    // What the button did may fail later, and the reason may be out of sight.
    if (!isOpen) isConfirmed.current = false
    if (isConfirmed.current && !busyLabel && dialog.current) isConfirmed.current = !showError(dialog.current)
  })
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
          <Button kind={isDangerous ? 'danger' : 'main'} busyLabel={busyLabel} {...confirming}>
            {confirmLabel}
          </Button>
          <Button kind="line" ref={first} onClick={onCancel}>
            {cancelLabel}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
