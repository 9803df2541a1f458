// Which columns of a table are hidden: stored on this device under the name of the table.
import { useState } from 'react'
import { browserStorage, type KeyValueStorage } from '../../api/browser-storage.ts'
import { canHide, type DataColumn } from '../../ui/data-table/columns.ts'

const storageKey = (name: string) => `columns.${name}`
type Columns = readonly Pick<DataColumn<never>, 'id' | 'kind' | 'isExtra'>[]

/** Returns the ids of hidden columns: as stored on this device, otherwise the extra columns. */
export function loadHiddenColumns(
  storage: Pick<KeyValueStorage, 'getItem'> | undefined,
  name: string,
  columns: Columns,
): Set<string> {
  const stored = storage?.getItem(storageKey(name))?.split(',')
  const hidden = columns.filter((column) => canHide(column) && (stored ? stored.includes(column.id) : column.isExtra))
  return new Set(hidden.map(({ id }) => id))
}

/** Stores the choice. Ignores storage that is off or full: the choice then lasts as long as the page. */
export function storeHiddenColumns(
  storage: Pick<KeyValueStorage, 'setItem'> | undefined,
  name: string,
  hidden: Set<string>,
): void {
  try {
    storage?.setItem(storageKey(name), [...hidden].join(','))
  } catch {
    // The choice lasts as long as the page.
  }
}

export function useHiddenColumns(name: string, columns: Columns) {
  const [hidden, setHidden] = useState(() => loadHiddenColumns(browserStorage(), name, columns))
  const replace = (ids: ReadonlySet<string>) => {
    const next = new Set(ids)
    storeHiddenColumns(browserStorage(), name, next)
    setHidden(next)
  }
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    replace(next)
  }
  return { hidden, toggle, replace }
}
