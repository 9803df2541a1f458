// Reads draws without their lists, which have up to 140 kB each and which few requests need.
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database/database.ts'
import { draws } from './tables.ts'

const { list: _, ...columns } = getTableColumns(draws)

/** The columns of a draw without the text of its list. */
export const drawColumns = columns
export type DrawRow = Omit<typeof draws.$inferSelect, 'list'>

/** Reads the text of a list. */
export async function readListText(db: Db | Tx, { id }: Pick<DrawRow, 'id'>): Promise<string> {
  const [row] = await db.select({ list: draws.list }).from(draws).where(eq(draws.id, id))
  if (!row) throw new Error('The draw has no list.')
  return row.list
}

/** The lines before that of entrant 0. */
const HEAD_LINES = 7

/** Reads the line of one entrant from the text of a list. */
export async function readLeaf(db: Db | Tx, { id }: Pick<DrawRow, 'id'>, index: number): Promise<string> {
  const line = sql<string>`split_part(${draws.list}, chr(10), ${HEAD_LINES + index + 1}::int)`
  const [row] = await db.select({ line }).from(draws).where(eq(draws.id, id))
  const [number, leaf] = row?.line.split(' ') ?? []
  if (number !== String(index) || leaf === undefined) throw new Error(`The list has no entrant ${index}.`)
  return leaf
}
