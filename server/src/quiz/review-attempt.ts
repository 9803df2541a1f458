// The review shows the score and the correct answers, but only once the attempt is locked. It uses the attempt's own
// snapshot, so later edits of the questions do not change it.
import { eq, sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/age.ts'
import type { Review } from '@baobab/contract/quiz.ts'
import type { App } from '../platform/app.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { lockOverdueAttempts } from './lock-overdue-attempts.ts'
import { failWithoutAttempt, isAttemptAt, type AttemptAddress } from './queries.ts'
import { scoreAttempt } from './rules.ts'
import { answers, attempts } from './tables.ts'

type AnswersByQuestion = Record<string, { answer: string; correct: boolean }>

/** Returns the review of a locked attempt, after locking it if it is overdue. */
export async function reviewAttempt(
  app: App,
  who: StudentUser,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<Review> {
  const { attempt, answersByQuestion } = await loadLockedAttempt(app, { studentId: who.id, ...quiz })
  return {
    title: attempt.videoTitle,
    ageCategory: attempt.ageCategory,
    ...scoreAttempt(attempt),
    lockedAt: attempt.lockedAt.toISOString(),
    questions: attempt.questionSnapshot.map(({ id, question, correctAnswer }) => ({
      _id: id,
      question,
      correctAnswer,
      answer: answersByQuestion[id]?.answer ?? null,
      correct: answersByQuestion[id]?.correct ?? false,
    })),
  }
}

/** Reads an attempt with its answers. Fails with 404 if there is none, with 403 while it is running. */
async function loadLockedAttempt(app: App, address: AttemptAddress) {
  let found = (await findAttemptWithAnswers(app, address)) ?? (await failWithoutAttempt(app, address.videoTitle))
  if (!found.attempt.lockedAt) {
    // Locks an overdue attempt before showing anything, and reads it again, because an answer may have arrived
    // meanwhile.
    await lockOverdueAttempts(app, found.attempt.id)
    found = (await findAttemptWithAnswers(app, address)) ?? fail('not_found')
  }
  const { lockedAt } = found.attempt
  return lockedAt ? { ...found, attempt: { ...found.attempt, lockedAt } } : fail('attempt_open')
}

async function findAttemptWithAnswers(app: App, address: AttemptAddress) {
  const given = sql`jsonb_build_object('answer', ${answers.answer}, 'correct', ${answers.correct})`
  const answersByQuestion = app.db
    .select({ json: sql`coalesce(jsonb_object_agg(${answers.questionId}, ${given}), '{}')` })
    .from(answers)
    .where(eq(answers.attemptId, attempts.id))
  const [found] = await app.db
    .select({ attempt: attempts, answersByQuestion: sql<AnswersByQuestion>`${answersByQuestion}` })
    .from(attempts)
    .where(isAttemptAt(address))
  return found
}
