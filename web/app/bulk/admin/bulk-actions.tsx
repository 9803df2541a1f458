import { listBulkRuns, startBulkRun } from '@baobab/contract/bulk/endpoints.ts'
import type { Endpoint, RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { type ReactNode, useState, type ComponentProps } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { isReauthenticationRequired } from '../../api/reauthentication.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar, type Selection } from '../../ui/data-table/selection.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'

type Order = Parameters<ReturnType<typeof useBulkAction>['start']>[0]
type Props = {
  isOpen: boolean
  /** The question, with the number of rows: 'Hold 3 students?' */
  title: string
  confirmLabel: string
  isDangerous?: boolean
  /** The queries that the action changes. */
  changes: Endpoint[]
  /** Called when the admin confirms. Returns undefined if a choice is missing, which the children then show. */
  order: () => Order | undefined
  /** Says what will happen, and offers the action's choices. */
  children: ReactNode
  onClose: () => void
  /** Called once the action has started. The selection may then be cleared. */
  onStarted: () => void
}

/** Asks for confirmation of an action on the selected rows, and starts it. */
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

type Dialog = ComponentProps<typeof BulkDialog>
export type BulkOrder = NonNullable<ReturnType<Dialog['order']>>

type ActionText = {
  label: string
  /** The dialog's button text, if it differs from the label. */
  confirm?: string
  title: (rows: string) => string
  effect: string
}

type BulkActionBarProps<Action extends string> = {
  selection: Selection
  hasMore: boolean
  countRows: (count: number) => string
  /** Names all rows that the filters match. */
  allLabel: string
  texts: Record<Action, ActionText>
  dangerous?: Action
  /** The queries that the actions change. */
  changes: Dialog['changes']
  order: (action: Action) => BulkOrder
  /** Renders an action's choices. */
  children?: (action: Action) => ReactNode
}

/** A button for each action on the selected rows, and the dialog that confirms it. */
export function BulkActionBar<Action extends string>(props: BulkActionBarProps<Action>) {
  const { selection, hasMore, countRows, allLabel, texts, dangerous, changes, order, children } = props
  const [asked, setAsked] = useState<Action>()
  const askedText = asked && texts[asked]
  const count = selection.isAll ? allLabel : countRows(selection.ids.size)
  return (
    <>
      <SelectionBar selection={selection} countLabel={countRows} allLabel={allLabel} hasMore={hasMore}>
        {(Object.keys(texts) as Action[]).map((action) => (
          <Button key={action} kind="line" size="sm" onClick={() => setAsked(action)}>
            {texts[action].label}
          </Button>
        ))}
      </SelectionBar>
      <BulkDialog
        isOpen={asked !== undefined}
        title={askedText?.title(count) ?? ''}
        confirmLabel={askedText?.confirm ?? askedText?.label ?? ''}
        isDangerous={asked !== undefined && asked === dangerous}
        changes={changes}
        order={() => asked && order(asked)}
        onClose={() => setAsked(undefined)}
        onStarted={selection.clear}
      >
        <p>{askedText?.effect}</p>
        {asked && children?.(asked)}
      </BulkDialog>
    </>
  )
}

type RunOrder = RequestOf<typeof startBulkRun>['body']
/** Returns the rows for a bulk action: the selected ids, or the list's filters if everything is selected. */
export function toTargets<F>({ isAll, ids }: Selection, filters: F): { ids: string[] } | { filters: F } {
  return isAll ? { filters } : { ids: [...ids] }
}

/**
 * Starts actions on the selected rows of a list. `BulkRuns` on the same page shows their progress and outcome.
 * @param changes the queries to refetch if an action ends within the call; `BulkRuns` does it for longer ones
 */
export function useBulkAction(changes: Endpoint[]) {
  const mutation = useApiMutation(startBulkRun, { changes: [listBulkRuns, ...changes] })
  return {
    isPending: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
    /** Throws if the server refuses. */
    start: async (body: RunOrder) => {
      const { message, run } = await mutation.mutateAsync({ body })
      // Skipped or failed rows are shown in BulkRuns, because a toast disappears after two seconds.
      if (run.skipped + run.failed === 0) toast(message)
      return run
    },
  }
}
