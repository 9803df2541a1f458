// Reads draws without their lists, which are up to 140 kB each and needed by few requests.
import { headLines } from '@baobab/contract/scholarship/draw/list.ts'
import { eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database/database.ts'
import { drawEntries, draws } from './tables.ts'

const { list: _, ...columns } = getTableColumns(draws)

/** The columns of a draw without the list's text. */
export const drawColumns = columns
export type DrawRow = Omit<typeof draws.$inferSelect, 'list'>

/** Reads a list's text. */
export async function readListText(db: Db | Tx, { id }: Pick<DrawRow, 'id'>): Promise<string> {
  const [row] = await db.select({ list: draws.list }).from(draws).where(eq(draws.id, id))
  if (!row) throw new Error('The draw has no list.')
  return row.list
}

/** Reads one entry's line from a list's text. */
export async function readLeaf(
  db: Db | Tx,
  { id, protocol }: Pick<DrawRow, 'id' | 'protocol'>,
  index: number,
): Promise<string> {
  const line = sql<string>`split_part(${draws.list}, chr(10), ${headLines[protocol] + index + 1}::int)`
  const [row] = await db.select({ line }).from(draws).where(eq(draws.id, id))
  const [number, leaf] = row?.line.split(' ') ?? []
  if (number !== String(index) || leaf === undefined) throw new Error(`The list has no entry ${index}.`)
  return leaf
}

/** The condition for entries that could win when their list was frozen. */
export const couldWin = isNull(drawEntries.leftOut)
