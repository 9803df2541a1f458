// Keyset pagination for lists sorted by time, newest first.
import { failField } from '../http/errors.ts'

/** The sort key of the last row on a page. */
type Cursor = { at: Date; id: string }

/** Encodes a cursor as opaque text. */
export function encodeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}.${id}`
}

/** Decodes a cursor, with `at` as ISO 8601; refuses invalid ones (400). */
export function decodeCursor(cursor: string): { at: string; id: string } {
  const [, time, id] = /^(\d{1,13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? []
  if (time === undefined || id === undefined) return failField('cursor', 'This cursor is not valid.')
  return { at: new Date(Number(time)).toISOString(), id }
}

/**
 * Returns one page and the cursor for the next one.
 * @param rows up to `limit + 1` rows: the extra row shows that there is a next page
 */
export function toPage<Row>(rows: Row[], limit: number, toCursor: (row: Row) => Cursor) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { page, nextCursor: last === undefined ? null : encodeCursor(toCursor(last)) }
}
