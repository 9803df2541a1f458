import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import type { ReactNode } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { isReauthenticationRequired } from '../../api/reauthentication.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { text } from './text.ts'
import { useBulkAction } from './use-bulk-action.ts'

type Order = Parameters<ReturnType<typeof useBulkAction>['start']>[0]
type Props = {
  isOpen: boolean
  /** The question, with the number of rows: 'Hold 3 students?' */
  title: string
  confirmLabel: string
  isDangerous?: boolean
  /** The queries that the action changes. */
  changes: Endpoint[]
  /** Returns the order when the admin has confirmed; undefined if a choice is missing, which the children show. */
  order: () => Order | undefined
  /** What will happen, and the choices of the action. */
  children: ReactNode
  onClose: () => void
  /** Called once the action has begun. The selection may then be cleared. */
  onStarted: () => void
}

/** Asks before an action with the selected rows, and starts it. */
export function BulkDialog(props: Props) {
  const { isOpen, title, confirmLabel, isDangerous = false, changes, order, children, onClose, onStarted } = props
  const { start, isPending, error, reset } = useBulkAction(changes)

  async function confirm() {
    const body = order()
    if (!body) return
    try {
      await start(body)
    } catch {
      // The dialog shows the error of the mutation.
      return
    }
    onClose()
    onStarted()
  }
  function cancel() {
    reset()
    onClose()
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      confirmLabel={confirmLabel}
      busyLabel={isPending && text.starting}
      isDangerous={isDangerous}
      onConfirm={() => void confirm()}
      onCancel={cancel}
    >
      <div className="stack stack-3">
        {children}
        {error && (
          <Note kind={isReauthenticationRequired(error) ? 'warn' : 'bad'} role="alert">
            {errorMessage(error)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}
