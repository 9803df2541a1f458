import { hashReceipt, type Receipt } from '@baobab/contract/scholarship/draw/rules.ts'
import { and, eq, sql } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { readLeaf, type DrawRow } from './draw-rows.ts'
import { toReceipt } from './receipts.ts'
import { drawEntries } from './tables.ts'

type Entrant = {
  studentId: string
  username: string
  /**
   * Whether the points do not count at the moment: an admin is still checking how they were earned, or has disqualified the
   * student.
   */
  isHeld: boolean
  /** The values that the line in the list is computed from. */
  receipt: Receipt
}

/**
 * Finds the student behind a number on a list. The row must produce that line of the list, so that a tampered row in the
 * database identifies nobody.
 * @returns undefined if the account was erased, or if the row does not produce the line
 */
export async function findEntrant(
  app: Pick<App, 'log'>,
  db: Db | Tx,
  { draw, index }: { draw: DrawRow; index: number },
): Promise<Entrant | undefined> {
  const [found] = await db
    .select({
      studentId: students.id,
      username: students.username,
      isHeld: sql<boolean>`num_nonnulls(${students.heldAt}, ${students.disqualifiedAt}) > 0`,
      entry: drawEntries,
    })
    .from(drawEntries)
    .innerJoin(students, eq(students.id, drawEntries.studentId))
    .where(and(eq(drawEntries.drawId, draw.id), eq(drawEntries.index, index)))
  if (!found) return undefined
  const { entry, ...student } = found
  const receipt = toReceipt(draw, entry)
  if (!receipt) return undefined
  // The line is about a username, but the account is found by its id.
  const isOwn = receipt.protocol === 1 || receipt.username === student.username
  if (isOwn && hashReceipt(receipt) === (await readLeaf(db, draw, index))) return { ...student, receipt }
  app.log.error({ month: draw.month, index }, 'an entry does not produce its line of the list, so it identifies nobody')
  return undefined
}
