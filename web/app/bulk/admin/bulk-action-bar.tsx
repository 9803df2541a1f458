import { useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/data-table/selection-bar.tsx'
import type { Selection } from '../../ui/data-table/use-selection.ts'
import { BulkDialog } from './bulk-dialog.tsx'

type Dialog = ComponentProps<typeof BulkDialog>
export type BulkOrder = NonNullable<ReturnType<Dialog['order']>>

type ActionText = {
  label: string
  /** The button of the dialog, if it differs from the label. */
  confirm?: string
  title: (rows: string) => string
  effect: string
}

type Props<Action extends string> = {
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
  /** The choices of an action. */
  children?: (action: Action) => ReactNode
}

/** A button for each action with the selected rows, and the dialog that asks before it. */
export function BulkActionBar<Action extends string>(props: Props<Action>) {
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
