// Which columns of a table are shown: kept on this device, under the table's name.
import { useState } from 'react'
import { browserStorage, type KeyValueStorage } from '../../api/browser-storage.ts'
import { canHide, type DataColumn } from './columns.ts'

const keyOf = (name: string) => `columns.${name}`
type Some = readonly Pick<DataColumn<never>, 'id' | 'kind' | 'isExtra'>[]

/** The ids of the columns that are not shown: as kept on this device, else the extra ones. */
export function loadHiddenColumns(
  storage: Pick<KeyValueStorage, 'getItem'> | undefined,
  name: string,
  columns: Some,
): Set<string> {
  const kept = storage?.getItem(keyOf(name))?.split(',')
  const hidden = columns.filter((column) => canHide(column) && (kept ? kept.includes(column.id) : column.isExtra))
  return new Set(hidden.map(({ id }) => id))
}

/** Keeps the choice; storage that is switched off or full costs nothing but the memory of it. */
export function storeHiddenColumns(
  storage: Pick<KeyValueStorage, 'setItem'> | undefined,
  name: string,
  hidden: Set<string>,
): void {
  try {
    storage?.setItem(keyOf(name), [...hidden].join(','))
  } catch {
    // Chosen for as long as the page lives.
  }
}

export function useHiddenColumns(name: string, columns: Some) {
  const [hidden, setHidden] = useState(() => loadHiddenColumns(browserStorage(), name, columns))
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    storeHiddenColumns(browserStorage(), name, next)
    setHidden(next)
  }
  return { hidden, toggle }
}
