import { and, eq } from 'drizzle-orm'
import { MAX_QUESTIONS } from '@baobab/contract/quiz/rules.ts'
import type { z } from 'zod'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { questions } from '../tables.ts'
import type { DeletedQuestion } from './deleted-question.ts'
import { lockVideoForQuestions, refuseDuplicate } from './lock-question.ts'

/**
 * Restores a deleted question with its id, so that its statistics and reports belong to it again. Refused if the video is gone,
 * or if the quiz already has the question or is full.
 */
export async function restoreQuestion(
  app: App,
  who: Pick<AdminUser, 'id'>,
  row: z.infer<typeof DeletedQuestion>,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { id, videoId, ageCategory, question } = row
    await insertAgain(tx, row)
    const details = { videoId, ageCategory, question }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'question.restored', subject: id, details })
  })
}

/**
 * Inserts a question that was taken out of its quiz. Refused if the video is gone, if the quiz is full, or if another question
 * with the same text is in the quiz or is void.
 */
export async function insertAgain(tx: Tx, row: z.infer<typeof DeletedQuestion>): Promise<void> {
  const { videoId, ageCategory, question } = row
  if (!(await lockVideoForQuestions(tx, videoId))) fail('video_not_found')
  const total = await tx.$count(questions, and(eq(questions.videoId, videoId), eq(questions.ageCategory, ageCategory)))
  if (total >= MAX_QUESTIONS) fail('too_many_questions')
  await refuseDuplicate(tx, row, question)
  const { rowCount } = await tx.insert(questions).values(row).onConflictDoNothing()
  if (rowCount === 0) fail('question_exists')
}
