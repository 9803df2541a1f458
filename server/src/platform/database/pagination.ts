// Places in long lists that are sorted by time, the newest first: where one page ends and the next begins.
import { failField } from '../http/errors.ts'

type Cursor = { at: Date; id: string }

/** The place after a row, as opaque text. */
export function encodeCursor({ at, id }: Cursor): string {
  return `${at.getTime()}.${id}`
}

/** Reads a place back, `at` as ISO 8601; a text that is none is refused. */
export function decodeCursor(cursor: string): { at: string; id: string } {
  const [, time, id] = /^(\d{1,13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? []
  if (time === undefined || id === undefined) return failField('cursor', 'This place in the list is not known.')
  return { at: new Date(Number(time)).toISOString(), id }
}

/** Cuts off the one row that was read too many, and says where the next page begins. */
export function toPage<Row>(rows: Row[], limit: number, toCursor: (row: Row) => Cursor) {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { page, nextCursor: last === undefined ? null : encodeCursor(toCursor(last)) }
}
