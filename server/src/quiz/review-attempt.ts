// The review shows the score and the correct answers, but only once the attempt is locked. It uses the attempt's own snapshot:
// later edits of the questions do not change it, but a regrade does.
import { and, eq, sql } from 'drizzle-orm'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import type { QuestionReport, Review } from '@baobab/contract/quiz/endpoints.ts'
import type { App } from '../platform/app.ts'
import { preparedQuery } from '../platform/database/database.ts'
import type { StudentUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { failWithoutAttempt } from './former-attempts.ts'
import { noteReviews } from './note-reviews.ts'
import { loadOwnReports } from './reports/queries.ts'
import { lockOverdueAttempts } from './lock-overdue-attempts.ts'
import { linkOptionPicture } from './option-pictures.ts'
import { withSnapshots } from './question-snapshots.ts'
import { isAttemptAt, toAddressValues, type AttemptAddress } from './queries.ts'
import { isCorrect, revealAnswer, scoreAttempt, type SnapshotQuestion } from './rules.ts'
import { answers, attempts } from './tables.ts'

type AnswersByQuestion = Record<string, { answer: string }>

/** Returns the review of a locked attempt, after locking it if it is overdue. */
export async function reviewAttempt(
  app: App,
  who: StudentUser,
  quiz: { videoTitle: string; ageCategory: AgeCategory },
): Promise<Review> {
  const { attempt, answersByQuestion } = await loadLockedAttempt(app, { studentId: who.id, ...quiz })
  await noteReviews(app, who.id, [attempt])
  const questionIds = attempt.questionSnapshot.map(({ id }) => id)
  const reports = await loadOwnReports(app.db, { studentId: who.id, questionIds })
  return {
    title: attempt.videoTitle,
    ageCategory: attempt.ageCategory,
    ...scoreAttempt(attempt),
    lockedAt: attempt.lockedAt.toISOString(),
    questions: attempt.questionSnapshot.map((question) =>
      toReviewQuestion(app, who, question, {
        answer: answersByQuestion[question.id]?.answer ?? null,
        report: reports.get(question.id) ?? null,
      }),
    ),
  }
}

function toReviewQuestion(
  app: App,
  who: StudentUser,
  question: SnapshotQuestion,
  { answer, report }: { answer: string | null; report: QuestionReport | null },
): Review['questions'][number] {
  const { id, alsoCorrect, corrected, correctAnswer } = question
  return {
    _id: id,
    question: question.question,
    ...revealAnswer(question),
    alsoCorrect: alsoCorrect ?? null,
    // A question that became void, or counts again, may have the same key as before.
    corrected: corrected && corrected.from !== correctAnswer ? { from: corrected.from, at: corrected.at } : null,
    answer,
    correct: answer !== null && isCorrect(question, answer),
    correctPicture: linkOptionPicture(app, who, question, correctAnswer),
    answerPicture: linkOptionPicture(app, who, question, answer),
    report,
  }
}

/** Reads an attempt with its answers. Fails with 404 or 409 if there is none, or with 403 while it is running. */
export async function loadLockedAttempt(app: App, address: AttemptAddress) {
  let found = (await findAttemptWithAnswers(app, address)) ?? (await failWithoutAttempt(app, address))
  if (!found.attempt.lockedAt) {
    // Locks an overdue attempt before showing anything, and reads it again, because an answer may have arrived in the meantime.
    await lockOverdueAttempts(app, found.attempt.id)
    found = (await findAttemptWithAnswers(app, address)) ?? fail('not_found')
  }
  const { lockedAt } = found.attempt
  return lockedAt ? { ...found, attempt: { ...found.attempt, lockedAt } } : fail('attempt_open')
}

const attemptWithAnswersQuery = preparedQuery((db) => {
  const given = sql`jsonb_build_object('answer', ${answers.answer})`
  const answersByQuestion = db
    .select({ json: sql`coalesce(jsonb_object_agg(${answers.questionId}, ${given}), '{}')` })
    .from(answers)
    .where(and(eq(answers.attemptId, attempts.id), eq(answers.studentId, sql.placeholder('studentId'))))
  return db
    .select({ attempt: attempts, answersByQuestion: sql<AnswersByQuestion>`${answersByQuestion}` })
    .from(attempts)
    .where(isAttemptAt())
    .prepare('attempt-with-answers')
})

async function findAttemptWithAnswers(app: App, address: AttemptAddress) {
  const [found] = await attemptWithAnswersQuery(app.db).execute(toAddressValues(address))
  if (!found) return undefined
  const [attempt] = await withSnapshots(app, [found.attempt])
  return attempt && { ...found, attempt }
}
