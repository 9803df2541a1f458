// An admin changes a question. Papers are copies: no attempt that has begun notices.
import { and, eq, ne } from 'drizzle-orm'
import { comparable, type QuestionChange } from '@baobab/contract/quiz.ts'
import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { AdminPerson } from '../platform/auth.ts'
import type { Tx } from '../platform/database.ts'
import { fail } from '../platform/errors.ts'
import type { AddedQuestion } from './add-question.ts'
import { lockQuestion } from './lock-game.ts'
import type { QuestionRow } from './queries.ts'
import { optionOf } from './rules.ts'
import { questions } from './tables.ts'

/** Changes the texts of a question; its video, category and place stay. */
export async function editQuestion(
  app: App,
  who: Pick<AdminPerson, 'id'>,
  { id, change }: { id: string; change: QuestionChange },
): Promise<AddedQuestion> {
  return app.db.transaction(async (tx) => {
    const { question: before, video } = await lockQuestion(tx, id)
    const questionKey = comparable(change.question)
    await refuseTwin(tx, before, questionKey)
    const correctAnswer = optionOf(change, change.correctAnswer) ?? change.correctAnswer
    const { question, options } = change
    const [after] = await tx
      .update(questions)
      .set({ question, questionKey, options, correctAnswer })
      .where(eq(questions.id, id))
      .returning()
    await writeLine(app, tx, {
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
