import { leafOf } from '@baobab/contract/draw-list.ts'
import { and, eq, sql } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { readLeaf, type DrawRow } from './draw-rows.ts'
import { drawEntries } from './tables.ts'

export type Entrant = {
  studentId: string
  username: string
  /** Whether the points do not count now: an admin still checks how they were earned, or has disqualified the student. */
  isHeld: boolean
}

/**
 * Finds the student behind a number of a list. The student's id and secret number must give that line of the list, so that
 * a changed row in the database names nobody.
 * @returns undefined if the account was erased, or the row does not give the line
 */
export async function findEntrant(
  app: Pick<App, 'log'>,
  db: Db | Tx,
  { draw, index }: { draw: DrawRow; index: number },
): Promise<Entrant | undefined> {
  const [entry] = await db
    .select({
      studentId: students.id,
      username: students.username,
      isHeld: sql<boolean>`num_nonnulls(${students.heldAt}, ${students.disqualifiedAt}) > 0`,
      nonce: drawEntries.nonce,
    })
    .from(drawEntries)
    .innerJoin(students, eq(students.id, drawEntries.studentId))
    .where(and(eq(drawEntries.drawId, draw.id), eq(drawEntries.index, index)))
  if (!entry?.nonce) return undefined
  const { nonce, ...student } = entry
  const { month } = draw
  if (leafOf({ month, studentId: student.studentId, nonce }) === (await readLeaf(db, draw, index))) return student
  app.log.error({ month, index }, 'an entry does not give its line of the list, so it names nobody')
  return undefined
}
