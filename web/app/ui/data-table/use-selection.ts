import { useState } from 'react'

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
