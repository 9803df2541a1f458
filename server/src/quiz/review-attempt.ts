// The right answers, after the lock and never before. Reads the attempt's own copy: later edits change no review.
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { Review } from '@baobab/contract/quiz.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { lockOverdueAttempts } from './lock-overdue-attempts.ts'
import { loadAnswers, findAttempt, requireVideoByTitle } from './queries.ts'
import { scoreAttempt } from './rules.ts'

export async function reviewAttempt(
  app: App,
  who: StudentUser,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<Review> {
  const video = await requireVideoByTitle(app, quiz.videoTitle)
  const key = { studentId: who.id, video, ageCategory: quiz.ageCategory }
  const { attempt: found } = (await findAttempt(app, key)) ?? fail('not_found')
  // The lock is written down before anything is shown: no answer can come in after its review.
  if (!found.lockedAt) await lockOverdueAttempts(app, found.id)
  const { attempt } = (await findAttempt(app, key)) ?? fail('not_found')
  if (!attempt.lockedAt) fail('attempt_open')
  const given = new Map((await loadAnswers(app, attempt.id)).map((row) => [row.questionId, row]))
  return {
    title: attempt.videoTitle,
    ageCategory: attempt.ageCategory,
    ...scoreAttempt(attempt),
    lockedAt: attempt.lockedAt.toISOString(),
    questions: attempt.paper.map(({ id, question, correctAnswer }) => ({
      _id: id,
      question,
      correctAnswer,
      answer: given.get(id)?.answer ?? null,
      correct: given.get(id)?.correct ?? false,
    })),
  }
}
