import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { removeFiles } from '../../videos/stored-files.ts'
import { lockQuestion } from './lock-question.ts'
import { findUnusedPictures } from './option-pictures.ts'
import type { QuestionRow } from '../queries.ts'
import { requireAskedQuestions } from '../question-pool.ts'
import { questions } from '../tables.ts'

/**
 * Deletes a question. Attempts that have started keep their snapshot and their points. Fails with 409 if fewer questions would
 * be left than students have been asked.
 */
export async function deleteQuestion(app: App, who: Pick<AdminUser, 'id'>, id: string): Promise<void> {
  const { unused } = await deleteRow(app, who, id)
  await removeFiles(app, unused)
}

/** A deleted question's pictures, which are removed once the deletion can no longer be undone. */
export const UnusedPictures = z.object({ unusedPictures: z.array(z.string()).default([]) })

/**
 * Deletes a question in a way that can be undone: its pictures stay. Returns the question as it was, with those of its pictures
 * that nothing else uses.
 */
export async function deleteQuestionForUndo(
  app: App,
  who: Pick<AdminUser, 'id'>,
  id: string,
): Promise<QuestionRow & z.infer<typeof UnusedPictures>> {
  const { question, unused } = await deleteRow(app, who, id)
  return { ...question, unusedPictures: unused }
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
    await requireAskedQuestions(tx, [video.id])
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'question.deleted',
      subject: id,
      details: { videoId: video.id, ageCategory: question.ageCategory, question: question.question },
    })
    return { question, unused }
  })
}
