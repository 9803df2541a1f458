import { ageCategories } from '@baobab/contract/accounts/rules.ts'
import { bulkText } from '@baobab/contract/bulk/endpoints.ts'
import { and, count, eq, max } from 'drizzle-orm'
import { MAX_QUESTIONS } from '@baobab/contract/quiz/rules.ts'
import { z } from 'zod'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { isId, type Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { requireAskedQuestions, type QuizKey } from '../question-pool.ts'
import { questions } from '../tables.ts'
import { lockQuestion, lockVideoForQuestions, refuseDuplicate } from './lock-question.ts'

/** A question's place: its quiz, its position there, and the moment in the video when the answer can be seen. */
const QuestionPlace = z.object({
  videoId: z.string(),
  ageCategory: z.enum(ageCategories),
  position: z.number(),
  momentSeconds: z.number().nullable(),
})
type QuestionPlace = z.infer<typeof QuestionPlace>

/** A question's old and new place, in the form that a bulk action stores for undo. */
export const QuestionMove = z.object({
  from: QuestionPlace,
  to: QuestionPlace.pick({ videoId: true, ageCategory: true }),
})

/**
 * Moves a question to another quiz: to its end, or back to a former place. In a different video it has no moment. Attempts that
 * have started keep their snapshot. Refuses a question that the other quiz already has, and a move that would leave this quiz
 * with fewer questions than students have been asked. Returns its former place.
 * @param request.from the quiz that must contain the question; refused if it has been moved in the meantime
 */
export async function moveQuestion(
  app: App,
  who: Pick<AdminUser, 'id'>,
  { id, from, to }: { id: string; from?: QuizKey; to: QuizKey | QuestionPlace },
): Promise<QuestionPlace> {
  return app.db.transaction(async (tx) => {
    const { question, videoId, ageCategory, position, momentSeconds } = await lockBoth(tx, id, to.videoId)
    if (from && (from.videoId !== videoId || from.ageCategory !== ageCategory))
      fail('cannot_undo', { message: bulkText.changedSince })
    await refuseDuplicate(tx, to, question)
    const target = await readTarget(tx, to)
    if (target.total >= MAX_QUESTIONS) fail('too_many_questions')
    const place =
      'position' in to
        ? to
        : { ...to, position: target.last + 1, momentSeconds: videoId === to.videoId ? momentSeconds : null }
    await tx.update(questions).set(place).where(eq(questions.id, id))
    await requireAskedQuestions(tx, [videoId])
    const details = { videoId, ageCategory, toVideoId: to.videoId, toAgeCategory: to.ageCategory }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'question.moved', subject: id, details })
    return { videoId, ageCategory, position, momentSeconds }
  })
}

/** Locks the videos a question moves from and to, in id order, which prevents deadlocks. */
async function lockBoth(tx: Tx, id: string, toVideoId: string) {
  if (!isId(id) || !isId(toVideoId)) fail('not_found')
  const [found] = await tx.select({ videoId: questions.videoId }).from(questions).where(eq(questions.id, id))
  if (!found) fail('not_found')
  for (const videoId of [...new Set([found.videoId, toVideoId])].toSorted())
    if (!(await lockVideoForQuestions(tx, videoId))) fail('video_not_found')
  const { question } = await lockQuestion(tx, id)
  // Another admin has moved it in the meantime.
  return question.videoId === found.videoId ? question : fail('not_found')
}

async function readTarget(tx: Tx, { videoId, ageCategory }: QuizKey) {
  const isOfQuiz = and(eq(questions.videoId, videoId), eq(questions.ageCategory, ageCategory))
  const [row] = await tx
    .select({ total: count(), last: max(questions.position) })
    .from(questions)
    .where(isOfQuiz)
  return { total: row?.total ?? 0, last: row?.last ?? 0 }
}
