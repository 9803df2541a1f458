import { useState, useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'

/** Which of a list's rows are selected: some by their ids, possibly on other pages, or every row that matches the filters. */
export type Selection = {
  ids: ReadonlySet<string>
  isAll: boolean
  isEmpty: boolean
  has: (id: string) => boolean
  /** Selects or clears one row, or with `isRange` all rows on the page since the last changed one. */
  toggle: (id: string, isRange?: boolean) => void
  /** 'some' if part of the page is selected. */
  page: 'none' | 'some' | 'all'
  /** Selects the whole page, or clears it if it is selected. */
  togglePage: () => void
  selectAll: () => void
  clear: () => void
}

type State = { key: string; ids: ReadonlySet<string>; isAll: boolean; anchor: string | undefined }

const NONE: ReadonlySet<string> = new Set()

/**
 * The selected rows of a list, for tables and lists of cards. Rows stay selected when the user goes to another page.
 * @param pageIds the ids of the rows shown, in order
 * @param key identifies the filters: the selection ends when it changes, because its rows are no longer visible
 */
export function useSelection(pageIds: readonly string[], key: string): Selection {
  const [stored, setState] = useState<State>({ key, ids: NONE, isAll: false, anchor: undefined })
  const state = stored.key === key ? stored : { key, ids: NONE, isAll: false, anchor: undefined }
  const { ids, isAll } = state
  const set = (change: Partial<State>) => setState({ ...state, isAll: false, ...change })
  const has = (id: string) => isAll || ids.has(id)
  const selected = pageIds.filter(has).length
  const page = selected === 0 ? 'none' : selected === pageIds.length ? 'all' : 'some'
  // Clearing a row while everything is selected leaves the rest of its page.
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

/** Lists the ids from one to another, including both; only the second if the first is not on the page. */
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

/** Selects one row or card; with Shift, all rows since the last changed one. */
export function SelectRow({ selection, id, label }: RowProps) {
  return (
    <label className="pick">
      <input
        type="checkbox"
        aria-label={label}
        checked={selection.has(id)}
        // Browsers send a click for the space bar too.
        onChange={({ nativeEvent }) => selection.toggle(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  )
}

const SELECT_PAGE = 'Select all rows on this page'

/** Selects the page's rows with a checkbox in a header. `isNamed` shows its label, for lists without a header. */
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
  /** Everything that matches the filters: '9,324 students', or 'all payments' if not counted. */
  allLabel: string
  /** Whether the filters match more rows than this page shows. */
  hasMore: boolean
  /** Offers to select everything while nothing is selected. */
  isAllOffered?: boolean
  /** Buttons for actions on the selected rows. */
  children: ReactNode
}

/** Actions for the selected rows. Stays at the bottom of the window, and is empty if nothing is selected. */
export function SelectionBar({ selection, countLabel, allLabel, hasMore, isAllOffered = false, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const { isAll, ids, isEmpty } = selection
  function clear() {
    selection.clear()
    // The button that had the focus has disappeared.
    bar.current?.focus()
  }
  return (
    <div className="selbar" role="group" aria-label="Selected rows" ref={bar} tabIndex={-1}>
      <p className="selbar__n" role="status">
        {!isEmpty && <b>{isAll ? `Selected: ${allLabel}` : `${countLabel(ids.size)} selected`}</b>}
      </p>
      {isEmpty && isAllOffered && (
        <Button kind="line" size="sm" onClick={selection.selectAll}>
          Select {allLabel}
        </Button>
      )}
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
