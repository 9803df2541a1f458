import { eq } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { removeFiles } from '../../videos/stored-files.ts'
import { lockQuestion } from './lock-question.ts'
import { findUnusedPictures } from './option-pictures.ts'
import type { QuestionRow } from '../queries.ts'
import { settleAskedCounts } from '../question-pool.ts'
import { questions } from '../tables.ts'

/**
 * Deletes a question. Attempts that have started keep their snapshot and their points. Fails with 409 if fewer would be left
 * than students have been asked.
 */
export async function deleteQuestion(app: App, who: Pick<AdminUser, 'id'>, id: string): Promise<void> {
  const { unused } = await deleteRow(app, who, id)
  await removeFiles(app, unused)
}

/** Deletes a question whose deletion can be undone: its pictures stay. Returns the question as it was. */
export async function deleteQuestionForUndo(app: App, who: Pick<AdminUser, 'id'>, id: string): Promise<QuestionRow> {
  return (await deleteRow(app, who, id)).question
}

async function deleteRow(
  app: App,
  who: Pick<AdminUser, 'id'>,
  id: string,
): Promise<{ question: QuestionRow; unused: string[] }> {
  return app.db.transaction(async (tx) => {
    const { question, video } = await lockQuestion(tx, id)
    const unused = await findUnusedPictures(tx, question)
    await tx.delete(questions).where(eq(questions.id, id))
    await settleAskedCounts(tx, [video.id])
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'question.deleted',
      subject: id,
      details: { videoId: video.id, ageCategory: question.ageCategory, question: question.question },
    })
    return { question, unused }
  })
}
