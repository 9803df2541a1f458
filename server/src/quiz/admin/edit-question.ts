// An admin changes a question. Papers are copies: no attempt that has begun notices.
import { and, eq, ne } from 'drizzle-orm'
import { toComparisonKey, type QuestionChange } from '@baobab/contract/quiz.ts'
import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import type { QuestionWithVideo } from './add-question.ts'
import { lockQuestion } from './lock-question.ts'
import type { QuestionRow } from '../queries.ts'
import { findOption } from '../rules.ts'
import { questions } from '../tables.ts'

/** Changes the texts of a question; its video, category and place stay. */
export async function editQuestion(
  app: App,
  who: Pick<AdminUser, 'id'>,
  { id, change }: { id: string; change: QuestionChange },
): Promise<QuestionWithVideo> {
  return app.db.transaction(async (tx) => {
    const { question: before, video } = await lockQuestion(tx, id)
    const questionKey = toComparisonKey(change.question)
    await refuseTwin(tx, before, questionKey)
    const correctAnswer = findOption(change, change.correctAnswer) ?? change.correctAnswer
    const { question, options } = change
    const [after] = await tx
      .update(questions)
      .set({ question, questionKey, options, correctAnswer })
      .where(eq(questions.id, id))
      .returning()
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'question.edited',
      subject: id,
      details: {
        videoId: video.id,
        ageCategory: before.ageCategory,
        // What a dispute about points is about.
        correctAnswerBefore: before.correctAnswer,
        correctAnswer,
      },
    })
    return { question: after ?? fail('not_found'), video }
  })
}

/** The same question twice in one game is refused, as in adding. */
async function refuseTwin(tx: Tx, { id, videoId, ageCategory }: QuestionRow, questionKey: string): Promise<void> {
  const [twin] = await tx
    .select({ id: questions.id })
    .from(questions)
    .where(
      and(
        eq(questions.videoId, videoId),
        eq(questions.ageCategory, ageCategory),
        eq(questions.questionKey, questionKey),
        ne(questions.id, id),
      ),
    )
  if (twin) fail('question_exists', { errors: [{ path: 'question', message: quizAdminText.questionExists }] })
}
