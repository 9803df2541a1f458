import type { Db, Tx } from '../../platform/database.ts'
import { gently } from '../../platform/gently.ts'
import { createJudge, type CheckedRow, type JudgedRow, type Stored } from './rules.ts'
import { readStored } from './stored-quizzes.ts'

/**
 * Judges all rows of a sheet by what is stored.
 * @param lock holds the videos until the transaction ends, so that nothing changes between the judging and the adding
 */
export async function judgeSheet(
  db: Db | Tx,
  rows: readonly CheckedRow[],
  { lock }: { lock: boolean },
): Promise<{ rows: JudgedRow[]; stored: Stored }> {
  const stored = await readStored(db, rows, { lock })
  return { rows: await gently(rows, createJudge(stored)), stored }
}
