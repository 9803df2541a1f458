// Undoes an import. Attempts have their own copy of the questions, so running and finished ones do not change.
import { eq, inArray, or, sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { isId, type Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { videos } from '../../videos/tables.ts'
import { requireAskedQuestions } from '../question-pool.ts'
import { questions, questionImports } from '../tables.ts'
import { givenBy, isAsGiven } from './imported-updates.ts'
import type { ImportedUpdate } from './rules.ts'

/**
 * Deletes an import's questions, including those edited since, and restores the former explanation and moment of the questions
 * it updated, unless they have been changed since. Repeating it changes nothing. Fails with 409 if fewer questions would be
 * left in a quiz than students have been asked.
 */
export async function undoImport(
  app: App,
  who: Pick<AdminUser, 'id'>,
  { importId }: { importId: string },
): Promise<{ removed: number; restored: number }> {
  if (!isId(importId)) fail('not_found')
  return app.db.transaction(async (tx) => {
    const [row] = await tx.select().from(questionImports).where(eq(questionImports.id, importId)).for('update')
    if (!row) fail('not_found')
    if (row.undoneAt) return { removed: 0, restored: 0 }
    const videoIds = await lockVideos(tx, row)
    const { rowCount } = await tx.delete(questions).where(eq(questions.importId, importId))
    const removed = rowCount ?? 0
    const restored = await restoreQuestions(tx, row.updates)
    await requireAskedQuestions(tx, videoIds)
    await tx.update(questionImports).set({ undoneAt: app.clock.now() }).where(eq(questionImports.id, importId))
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'sheet.import_undone',
      subject: importId,
      details: { removed, restored },
    })
    return { removed, restored }
  })
}

/** Locks the videos before their questions, in id order, like every other change to questions. */
async function lockVideos(tx: Tx, { id, updates }: typeof questionImports.$inferSelect): Promise<string[]> {
  const updated = updates.map((update) => update.id)
  const ids = tx
    .select({ id: questions.videoId })
    .from(questions)
    .where(or(eq(questions.importId, id), inArray(questions.id, updated)))
  const rows = await tx
    .select({ id: videos.id })
    .from(videos)
    .where(inArray(videos.id, ids))
    .orderBy(videos.id)
    .for('no key update')
  return rows.map(({ id }) => id)
}

/**
 * Restores the explanations and moments that updated questions had before an import, unless they have been changed since.
 * Returns how many.
 */
async function restoreQuestions(tx: Tx, updates: readonly ImportedUpdate[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update questions set explanation = given."formerExplanation", moment_seconds = given."formerMomentSeconds"
    from ${givenBy(sql`${JSON.stringify(updates)}::jsonb`)} where ${isAsGiven}`)
  return rowCount ?? 0
}
