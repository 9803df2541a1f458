import { duplicatesText } from '@baobab/contract/duplicates/endpoints.ts'
import { findStudentById, type StudentRow } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'

/** Returns the sentence that says which account this one was merged into; empty for one that was erased. */
export async function explainMerged(app: App, { mergedIntoId }: StudentRow): Promise<{ message?: string }> {
  const into = mergedIntoId ? await findStudentById(app.db, mergedIntoId) : undefined
  return into ? { message: duplicatesText.accountMergedInto(into.username) } : {}
}
