import { useState, useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'

/** Which rows of a list are selected: some by their ids, also on other pages, or every row that its filters match. */
export type Selection = {
  ids: ReadonlySet<string>
  isAll: boolean
  isEmpty: boolean
  has: (id: string) => boolean
  /** Selects or clears one row, or with `isRange` all rows of the page from the last one that was changed. */
  toggle: (id: string, isRange?: boolean) => void
  /** 'some' if a part of the page is selected. */
  page: 'none' | 'some' | 'all'
  /** Selects the whole page, or clears it if it is selected. */
  togglePage: () => void
  selectAll: () => void
  clear: () => void
}

type State = { key: string; ids: ReadonlySet<string>; isAll: boolean; anchor: string | undefined }

const NONE: ReadonlySet<string> = new Set()

/**
 * The selection of rows of a list, for tables and for lists of cards. Rows stay selected while the user turns pages.
 * @param pageIds the ids of the rows that are shown, in their order
 * @param key identifies the filters: the selection ends when it changes, because nobody sees what it held
 */
export function useSelection(pageIds: readonly string[], key: string): Selection {
  const [stored, setState] = useState<State>({ key, ids: NONE, isAll: false, anchor: undefined })
  const state = stored.key === key ? stored : { key, ids: NONE, isAll: false, anchor: undefined }
  const { ids, isAll } = state
  const set = (change: Partial<State>) => setState({ ...state, isAll: false, ...change })
  const has = (id: string) => isAll || ids.has(id)
  const selected = pageIds.filter(has).length
  const page = selected === 0 ? 'none' : selected === pageIds.length ? 'all' : 'some'
  // A row that is cleared while everything is selected leaves the rest of its page.
  const present = isAll ? new Set(pageIds) : ids
  return {
    ids,
    isAll,
    isEmpty: !isAll && ids.size === 0,
    has,
    page,
    toggle: (id, isRange = false) => {
      const range = isRange ? listBetween(pageIds, state.anchor, id) : [id]
      set({ ids: change(present, range, !has(id)), anchor: id })
    },
    togglePage: () => set({ ids: change(present, pageIds, page !== 'all'), anchor: undefined }),
    selectAll: () => set({ ids: NONE, isAll: true }),
    clear: () => set({ ids: NONE, anchor: undefined }),
  }
}

function change(ids: ReadonlySet<string>, changed: readonly string[], isSelected: boolean): ReadonlySet<string> {
  const next = new Set(ids)
  for (const id of changed) {
    if (isSelected) next.add(id)
    else next.delete(id)
  }
  return next
}

/** Lists the ids from one to another, both included; only the second if the first is not on the page. */
function listBetween(pageIds: readonly string[], anchor: string | undefined, id: string): readonly string[] {
  const [from, to] = [anchor === undefined ? -1 : pageIds.indexOf(anchor), pageIds.indexOf(id)]
  if (from < 0 || to < 0) return [id]
  return pageIds.slice(Math.min(from, to), Math.max(from, to) + 1)
}

type RowProps = {
  selection: Selection
  id: string
  /** What is selected, for screen readers: 'Select amina'. */
  label: string
}

/** Selects one row or card. With Shift, all rows from the last one that was changed. */
export function SelectRow({ selection, id, label }: RowProps) {
  return (
    <label className="pick">
      <input
        type="checkbox"
        aria-label={label}
        checked={selection.has(id)}
        // The browser sends a click for the space bar, too.
        onChange={({ nativeEvent }) => selection.toggle(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  )
}

const SELECT_PAGE = 'Select all rows on this page'

/** Selects the rows of the page, as a checkbox in a header; `isNamed` shows its label, for lists without a header. */
export function SelectPage({ selection, isNamed = false }: { selection: Selection; isNamed?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const isPart = selection.page === 'some'
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPart
  }, [isPart])
  const props = { ref: input, checked: selection.page === 'all', onChange: selection.togglePage }
  if (isNamed) return <Checkbox label={SELECT_PAGE} {...props} />
  return (
    <label className="pick">
      <input type="checkbox" aria-label={SELECT_PAGE} {...props} />
    </label>
  )
}

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
