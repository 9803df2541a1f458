// An admin adds one question by hand.
import { and, count, eq, max } from 'drizzle-orm'
import { MAX_QUESTIONS } from '@baobab/contract/limits.ts'
import { comparable, type QuestionForm } from '@baobab/contract/quiz.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { quizAdminText } from '@baobab/contract/quiz-admin-text.ts'
import type { App } from '../app.ts'
import { writeLine } from '../audit/write-line.ts'
import type { AdminPerson } from '../platform/auth.ts'
import type { Tx } from '../platform/database.ts'
import { fail, failField } from '../platform/errors.ts'
import { videoByTitle, type VideoRow } from '../videos/queries.ts'
import { lockVideo } from './lock-game.ts'
import type { QuestionRow } from './queries.ts'
import { optionOf } from './rules.ts'
import { questions } from './tables.ts'

export type AddedQuestion = { question: QuestionRow; video: VideoRow }

/** Adds a question to the end of its video's quiz; a duplicate and the 51st are refused. */
export async function addQuestion(app: App, who: Pick<AdminPerson, 'id'>, form: QuestionForm): Promise<AddedQuestion> {
  return app.db.transaction(async (tx) => {
    const found = await videoByTitle(tx, form.videoTitle)
    const video = (found && (await lockVideo(tx, found.id))) ?? failField('videoTitle', videosText.noSuchTitle)
    const { total, position } = await countQuestions(tx, video.id, form)
    const question = await insertQuestion(app, tx, { video, form, position })
    if (total >= MAX_QUESTIONS) fail('too_many_questions')
    await writeLine(app, tx, {
      adminId: who.id,
      action: 'question.add',
      subject: question.id,
      details: { videoId: video.id, ageCategory: form.ageCategory },
    })
    return { question, video }
  })
}

async function countQuestions(tx: Tx, videoId: string, { ageCategory }: QuestionForm) {
  const [row] = await tx
    .select({ total: count(), last: max(questions.position) })
    .from(questions)
    .where(and(eq(questions.videoId, videoId), eq(questions.ageCategory, ageCategory)))
  return { total: row?.total ?? 0, position: (row?.last ?? 0) + 1 }
}

async function insertQuestion(
  app: App,
  tx: Tx,
  { video, form, position }: { video: VideoRow; form: QuestionForm; position: number },
): Promise<QuestionRow> {
  const [row] = await tx
    .insert(questions)
    .values({
      videoId: video.id,
      ageCategory: form.ageCategory,
      question: form.question,
      questionKey: comparable(form.question),
      options: form.options,
      correctAnswer: optionOf(form, form.correctAnswer) ?? form.correctAnswer,
      position,
      createdAt: app.clock.now(),
    })
    .onConflictDoNothing()
    .returning()
  return row ?? fail('question_exists', { errors: [{ path: 'question', message: quizAdminText.questionExists }] })
}
