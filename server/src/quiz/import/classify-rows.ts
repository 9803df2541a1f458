import type { Db, Tx } from '../../platform/database/database.ts'
import { mapWithoutBlocking } from '../../platform/jobs/map-without-blocking.ts'
import { createRowClassifier, type ValidatedRow, type ClassifiedRow, type StoredQuizzes } from './rules.ts'
import { loadStoredQuizzes } from './stored-quizzes.ts'

/**
 * Classifies all rows of a spreadsheet as added, skipped or bad, by comparing them with the stored questions.
 * @param lock locks the videos until the transaction ends, so that nothing changes between classifying and adding
 */
export async function classifyRows(
  db: Db | Tx,
  rows: readonly ValidatedRow[],
  { lock }: { lock: boolean },
): Promise<{ rows: ClassifiedRow[]; stored: StoredQuizzes }> {
  const stored = await loadStoredQuizzes(db, rows, { lock })
  return { rows: await mapWithoutBlocking(rows, createRowClassifier(stored)), stored }
}
