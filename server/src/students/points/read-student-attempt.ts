// One quiz of a student as an admin reads it: the questions as the student saw them, and everything that decided their points.
import type { Regrade } from '@baobab/contract/quiz/corrections.ts'
import type { QuestionReport } from '@baobab/contract/quiz/endpoints.ts'
import type { AnsweredQuestion, StudentAttempt } from '@baobab/contract/students/points.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { findStudentById } from '../../accounts/queries.ts'
import { listHolds } from '../../fair-play/queries.ts'
import { pointsLedger } from '../../leaderboard/tables.ts'
import { listPauses } from '../../maintenance/queries.ts'
import type { App } from '../../platform/app.ts'
import { auditRead } from '../../platform/audit/write-audit-line.ts'
import type { Db } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { listRegradesOfQuestions } from '../../quiz/admin/regrade/queries.ts'
import { findStudentAttempt, type StudentAttemptRow } from '../../quiz/list-attempts.ts'
import { linkOptionPictures } from '../../quiz/option-pictures.ts'
import { withSnapshots } from '../../quiz/question-snapshots.ts'
import { loadOwnReports } from '../../quiz/reports/queries.ts'
import { findOption, isCorrect, type SnapshotQuestion } from '../../quiz/rules.ts'
import { answers, attemptReviews } from '../../quiz/tables.ts'
import { explainMerged } from '../explain-merged.ts'
import { describeTap, timeAnswers, type AnswerTime } from './answer-times.ts'

type AnswerRow = typeof answers.$inferSelect

/** Reads an attempt for an admin and writes an audit line about its student. Fails with 404 if the account was erased. */
export async function readStudentAttempt(app: App, who: AdminUser, attemptId: string): Promise<StudentAttempt> {
  const found = await findStudentAttempt(app, attemptId)
  const student = found && (await findStudentById(app.db, found.attempt.studentId))
  if (!found || !student) return fail('not_found')
  if (student.erasedAt) return fail('not_found', await explainMerged(app, student))
  const details = { attemptId: found.attempt.id }
  await auditRead(app, { adminId: who.id, action: 'student.attempt_read', subject: student.id, details })
  const { startedAt, deadline, lockedAt, seconds } = found.attempt
  const end = lockedAt !== null && lockedAt > deadline ? lockedAt : deadline
  const [questions, pauses, holds, reviewedAt] = await Promise.all([
    loadQuestions(app, who, found.attempt),
    listPauses(app.db, { from: startedAt, until: end }),
    listHolds(app.db, student.id, startedAt),
    listReviews(app.db, found.attempt),
  ])
  return {
    username: student.username,
    attempt: found.summary,
    givenBackSeconds: Math.round((deadline.getTime() - startedAt.getTime()) / 1_000) - seconds,
    questions,
    pauses,
    holds,
    reviewedAt,
  }
}

async function listReviews(db: Db, { id, studentId }: StudentAttemptRow): Promise<string[]> {
  const rows = await db
    .select({ at: attemptReviews.at })
    .from(attemptReviews)
    .where(and(eq(attemptReviews.attemptId, id), eq(attemptReviews.studentId, studentId)))
    .orderBy(asc(attemptReviews.at))
  return rows.map(({ at }) => at.toISOString())
}

async function loadQuestions(app: App, who: AdminUser, row: StudentAttemptRow): Promise<AnsweredQuestion[]> {
  const [attempt] = await withSnapshots(app, [row])
  if (!attempt) return []
  const { studentId, startedAt, questionSnapshot } = attempt
  const questionIds = questionSnapshot.map(({ id }) => id)
  const [given, regrades, reports] = await Promise.all([
    app.db
      .select()
      .from(answers)
      .where(and(eq(answers.attemptId, attempt.id), eq(answers.studentId, studentId))),
    listRegradesOfQuestions(app.db, questionIds),
    loadOwnReports(app.db, { studentId, questionIds }),
  ])
  const changes = await readRegradedPoints(app.db, attempt.id, regrades)
  const times = timeAnswers(startedAt, given)
  return questionSnapshot.map((question) => ({
    ...toAnsweredQuestion(question, {
      startedAt,
      given: given.find(({ questionId }) => questionId === question.id),
      time: times.get(question.id),
      regrades: regrades.filter(({ triviaId }) => triviaId === question.id),
      changes,
      report: reports.get(question.id) ?? null,
    }),
    pictures: linkOptionPictures(app, who, question),
  }))
}

/** Returns the points that regrades changed in an attempt, by the regrade's id. Not by student: accounts can be merged. */
async function readRegradedPoints(
  db: Db,
  attemptId: string,
  regrades: readonly Regrade[],
): Promise<Map<string | null, number>> {
  if (regrades.length === 0) return new Map()
  const ids = regrades.map(({ _id }) => _id)
  const rows = await db
    .select({ regradeId: pointsLedger.regradeId, delta: pointsLedger.delta })
    .from(pointsLedger)
    .where(and(inArray(pointsLedger.regradeId, ids), eq(pointsLedger.attemptId, attemptId)))
  return new Map(rows.map(({ regradeId, delta }) => [regradeId, delta]))
}

type Facts = {
  startedAt: Date
  given: AnswerRow | undefined
  time: AnswerTime | undefined
  regrades: readonly Regrade[]
  changes: ReadonlyMap<string | null, number>
  report: QuestionReport | null
}

function toAnsweredQuestion(question: SnapshotQuestion, facts: Facts): Omit<AnsweredQuestion, 'pictures'> {
  const { given, time, changes } = facts
  const regrades = facts.regrades.map((regrade) => toAttemptRegrade(regrade, changes.get(regrade._id) ?? 0))
  return {
    _id: question.id,
    question: question.question,
    options: question.options,
    voided: question.voided ?? null,
    correctAnswer: question.correctAnswer,
    alsoCorrect: question.alsoCorrect ?? null,
    correctAnswerThen: findKeyAt(question, facts.regrades, given?.answeredAt ?? facts.startedAt),
    answer:
      given && time
        ? {
            text: given.answer,
            at: given.answeredAt.toISOString(),
            ...time,
            tapped: describeTap(given, facts.startedAt),
            isRight: isCorrect(question, given.answer),
            wasRight: given.correct,
          }
        : null,
    points: regrades.reduce((sum, { points }) => sum + points, given?.points ?? 0),
    regrades,
    report: facts.report,
  }
}

function toAttemptRegrade(regrade: Regrade, points: number): AnsweredQuestion['regrades'][number] {
  const { _id, voided, wasVoided, oldAnswer, newAnswer, keepsOld, state } = regrade
  const { proposedBy, proposedAt, decidedBy, decidedAt } = regrade
  return {
    _id,
    voided,
    wasVoided,
    oldAnswer,
    newAnswer,
    keepsOld,
    state,
    proposedBy,
    proposedAt,
    decidedBy,
    decidedAt,
    points,
  }
}

/** Returns the key that counted at a time: the one that the first correction after it replaced. */
function findKeyAt(question: SnapshotQuestion, regrades: readonly Regrade[], at: Date): string {
  const later = regrades.find(({ decidedAt }) => decidedAt !== null && new Date(decidedAt) > at)
  if (!later || !question.corrected) return question.correctAnswer
  return findOption(question, later.oldAnswer) ?? later.oldAnswer
}
