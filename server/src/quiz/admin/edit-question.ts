import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { eq } from 'drizzle-orm'
import { followOptions } from '@baobab/contract/quiz/rules.ts'
import type { QuestionChange } from '@baobab/contract/quiz/forms.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { removeFiles } from '../../videos/stored-files.ts'
import { loadPool } from '../question-pool.ts'
import { requireMoment, type QuestionWithVideo } from './add-question.ts'
import { changesKey } from './regrade/rules.ts'
import { lockQuestion, refuseDuplicate } from './lock-question.ts'
import { findUnusedPictures } from './option-pictures.ts'
import { findOption } from '../rules.ts'
import { questions } from '../tables.ts'

/**
 * Changes a question's texts, options, correct answer and moment; its video, category and position do not change. Attempts that
 * have started keep their snapshot. Pictures follow the texts of their options; a new text removes all four. Fails with 409 if
 * a different option becomes the correct one after a student has started the quiz: that needs a regrade.
 */
export async function editQuestion(
  app: App,
  who: Pick<AdminUser, 'id'>,
  { id, change }: { id: string; change: QuestionChange },
): Promise<QuestionWithVideo> {
  const { unused, ...edited } = await app.db.transaction(async (tx) => {
    const { question: before, video } = await lockQuestion(tx, id)
    const questionKey = toStoredKey(change.question)
    if (questionKey !== before.questionKey) await refuseDuplicate(tx, before, change.question)
    const correctAnswer = findOption(change, change.correctAnswer) ?? change.correctAnswer
    const { question, options } = change
    requireMoment(video, change)
    const explanation = change.explanation === undefined ? before.explanation : change.explanation || null
    const momentSeconds = change.momentSeconds === undefined ? before.momentSeconds : change.momentSeconds
    const { isFixed } = await loadPool(tx, before)
    if (isFixed && changesKey(before, change)) fail('needs_regrade')
    const alsoCorrect = (before.alsoCorrect && findOption(change, before.alsoCorrect)) ?? null
    const pictures = followOptions(before, options)
    const losesPictures = before.pictures !== null && pictures === null
    const [after] = await tx
      .update(questions)
      .set({ question, questionKey, options, pictures, correctAnswer, alsoCorrect, explanation, momentSeconds })
      .where(eq(questions.id, id))
      .returning()
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'question.edited',
      subject: id,
      details: {
        videoId: video.id,
        ageCategory: before.ageCategory,
        // Both are logged, because they help to settle disputes about points.
        correctAnswerBefore: before.correctAnswer,
        correctAnswer,
        ...(explanation !== before.explanation && { explanationChanged: true }),
        ...(momentSeconds !== before.momentSeconds && { momentChanged: true }),
        ...(losesPictures && { picturesRemoved: true }),
      },
    })
    const unused = losesPictures ? await findUnusedPictures(tx, before) : []
    return { question: after ?? fail('not_found'), video, unused }
  })
  await removeFiles(app, unused)
  return edited
}
