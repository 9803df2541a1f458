import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { and, count, eq, max } from 'drizzle-orm'
import { MAX_QUESTIONS } from '@baobab/contract/quiz/rules.ts'
import type { QuestionForm } from '@baobab/contract/quiz/forms.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { quizAdminText } from '@baobab/contract/quiz/text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { findVideoByTitle } from '../../videos/queries.ts'
import type { VideoRow } from '../../videos/tables.ts'
import { lockVideoForQuestions, refuseDuplicate } from './lock-question.ts'
import type { QuestionRow } from '../queries.ts'
import { findOption } from '../rules.ts'
import { questions } from '../tables.ts'

export type QuestionWithVideo = { question: QuestionRow; video: VideoRow }

/** Adds a question typed by an admin to the end of its quiz. Refuses duplicates and more than 50 questions. */
export async function addQuestion(
  app: App,
  who: Pick<AdminUser, 'id'>,
  form: QuestionForm,
): Promise<QuestionWithVideo> {
  return app.db.transaction(async (tx) => {
    const found = await findVideoByTitle(tx, form.videoTitle)
    const video =
      (found && (await lockVideoForQuestions(tx, found.id))) ?? failField('videoTitle', videosText.noSuchTitle)
    requireMoment(video, form)
    const { total, position } = await countQuestions(tx, video.id, form)
    await refuseDuplicate(tx, { videoId: video.id, ageCategory: form.ageCategory }, form.question)
    const question = await insertQuestion(app, tx, { video, form, position })
    if (total >= MAX_QUESTIONS) fail('too_many_questions')
    await writeAuditLine(app, tx, {
      adminId: who.id,
      action: 'question.add',
      subject: question.id,
      details: { videoId: video.id, ageCategory: form.ageCategory },
    })
    return { question, video }
  })
}

/** Refuses a moment after the video has ended. */
export function requireMoment(
  { durationSeconds }: Pick<VideoRow, 'durationSeconds'>,
  { momentSeconds }: { momentSeconds?: number | null | undefined },
): void {
  if (momentSeconds && durationSeconds !== null && momentSeconds > durationSeconds)
    failField('momentSeconds', quizAdminText.momentTooLate)
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
      questionKey: toStoredKey(form.question),
      options: form.options,
      correctAnswer: findOption(form, form.correctAnswer) ?? form.correctAnswer,
      explanation: form.explanation || null,
      momentSeconds: form.momentSeconds ?? null,
      position,
      createdAt: app.clock.now(),
    })
    .onConflictDoNothing()
    .returning()
  return row ?? fail('question_exists', { errors: [{ path: 'question', message: quizAdminText.questionExists }] })
}
