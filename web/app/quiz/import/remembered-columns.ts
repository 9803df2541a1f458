// Remembers what an admin said about a file's columns, for other files with the same headers.
import type { ImportPreview, ImportSettings } from '@baobab/contract/quiz/question-import.ts'
import { adminSession } from '../../api/session.ts'
import { phoneStorage } from '../../browser/storage.ts'

type Columns = NonNullable<ImportSettings['columns']>

/** How many sets of headers are remembered. */
const MAX_REMEMBERED = 20

const storageKey = () => `importColumns.${adminSession()?.username ?? ''}`
const headersOf = ({ columns }: Pick<ImportPreview, 'columns'>) => JSON.stringify(columns.map(({ header }) => header))

function readAll(): [headers: string, columns: Columns][] {
  try {
    const stored: unknown = JSON.parse(phoneStorage.getItem(storageKey()) ?? '[]')
    // A server refuses columns that it does not know, so a value stored by another release does no harm.
    return Array.isArray(stored) ? (stored as [string, Columns][]) : []
  } catch {
    return []
  }
}

/** Returns what was chosen for a file with these headers. */
export function findRememberedColumns(preview: Pick<ImportPreview, 'columns'>): Columns | undefined {
  const headers = headersOf(preview)
  return readAll().find(([one]) => one === headers)?.[1]
}

/** Remembers what was chosen for a file with these headers. */
export function rememberColumns(preview: Pick<ImportPreview, 'columns'>, columns: Columns): void {
  const headers = headersOf(preview)
  const others = readAll().filter(([one]) => one !== headers)
  phoneStorage.setItem(storageKey(), JSON.stringify([[headers, columns], ...others].slice(0, MAX_REMEMBERED)))
}
