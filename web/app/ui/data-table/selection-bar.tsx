import { useRef, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import type { Selection } from './use-selection.ts'

type Props = {
  selection: Selection
  /** The number of selected rows in words: '3 students'. */
  countLabel: (count: number) => string
  /** Everything that the filters match: '9,324 students', or 'all payments' if it was not counted. */
  allLabel: string
  /** Whether the filters match more rows than this page shows. */
  hasMore: boolean
  /** The buttons: what can be done with the selected rows. */
  children: ReactNode
}

/** What can be done with the selected rows. Stays at the bottom of the window, and is empty while nothing is selected. */
export function SelectionBar({ selection, countLabel, allLabel, hasMore, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const { isAll, ids, isEmpty } = selection
  function clear() {
    selection.clear()
    // The button that had the focus is gone.
    bar.current?.focus()
  }
  return (
    <div className="selbar" role="group" aria-label="Selected rows" ref={bar} tabIndex={-1}>
      <p className="selbar__n" role="status">
        {!isEmpty && <b>{isAll ? `Selected: ${allLabel}` : `${countLabel(ids.size)} selected`}</b>}
      </p>
      {!isEmpty && (
        <div className="selbar__do">
          {!isAll && hasMore && selection.page === 'all' && (
            <Button kind="quiet" size="sm" onClick={selection.selectAll}>
              Select {allLabel}
            </Button>
          )}
          {children}
          <Button kind="quiet" size="sm" onClick={clear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  )
}
