import type { Db, Tx } from '../../platform/database/database.ts'
import { mapWithoutBlocking } from '../../platform/jobs/map-without-blocking.ts'
import { createRowClassifier, type ValidatedRow, type ClassifiedRow, type StoredQuizzes } from './rules.ts'
import { loadStoredQuizzes } from './stored-quizzes.ts'

/**
 * Judges all rows of a sheet by what is stored.
 * @param lock holds the videos until the transaction ends, so that nothing changes between the judging and the adding
 */
export async function classifyRows(
  db: Db | Tx,
  rows: readonly ValidatedRow[],
  { lock }: { lock: boolean },
): Promise<{ rows: ClassifiedRow[]; stored: StoredQuizzes }> {
  const stored = await loadStoredQuizzes(db, rows, { lock })
  return { rows: await mapWithoutBlocking(rows, createRowClassifier(stored)), stored }
}
