import { eq, inArray } from 'drizzle-orm'
import type { Feature } from '../platform/feature.ts'
import { belongingToSame, describeTables } from '../platform/feature-data.ts'
import { mayBeReopened } from '../platform/maintenance/rules.ts'
import * as streakTables from './streak-tables.ts'
import { correctionCheck, lineCheck, snapshotCheck, worthCheck } from './answer-checks.ts'
import { adjustmentCheck, answersCheck, histogramCheck, ledgerCheck, scoreCheck } from './points-checks.ts'
import { onceCheck, timeCheck } from './time-checks.ts'
import { withSnapshots } from './question-snapshots.ts'
import * as formerTables from './former-tables.ts'
import * as snapshotTables from './snapshot-tables.ts'
import * as tables from './tables.ts'
import { addQuizRoutes } from './routes.ts'
import { addQuizAdminRoutes } from './admin/routes.ts'
import { addImportRoutes } from './import/routes.ts'
import { startQuizJobs } from './jobs.ts'

export const quiz: Feature = {
  name: 'quiz',
  routes: [addQuizRoutes, addQuizAdminRoutes, addImportRoutes],
  jobs: [startQuizJobs],
  tables: describeTables(
    { ...tables, ...streakTables, ...snapshotTables, ...formerTables },
    {
      attempts: {
        copy: {
          as: 'quizzes',
          read: async (app, { ids }) =>
            withSnapshots(
              app,
              await app.db.select().from(tables.attempts).where(inArray(tables.attempts.studentId, ids)),
            ),
          withheld: ['snapshotId', 'asked'],
          // Contains the correct answers, so it is withheld until the attempt is over and no outage can reopen it.
          withheldNow: (attempt, now) =>
            attempt.lockedAt === null || mayBeReopened(attempt, now) ? ['questionSnapshot'] : [],
        },
        erase: { keeps: 'answers count in the statistics of questions', set: { resetReason: null } },
      },
      answers: {
        of: belongingToSame(tables.answers, tables.answers.attemptId, tables.attempts),
        copy: { as: 'answers' },
        erase: { keeps: 'answers count in the statistics of questions' },
      },
      attemptOrigins: {
        of: belongingToSame(tables.attemptOrigins, tables.attemptOrigins.attemptId, tables.attempts),
        // Codes used to compare attempts, and what they say about other students.
        copy: { as: 'attemptOrigins', withheld: ['deviceId', 'networkHash', 'wrongKey', 'isSuspect'] },
        erase: { keeps: 'it identifies nobody, and is deleted after a fixed time' },
      },
      attemptReviews: {
        of: belongingToSame(tables.attemptReviews, tables.attemptReviews.attemptId, tables.attempts),
        copy: { as: 'attemptReviews' },
        erase: { keeps: 'it contains only times' },
      },
      practiceAnswers: { copy: { as: 'practiceAnswers' }, erase: 'delete' },
      streakPauses: { copy: { as: 'streakPauses', withheld: ['adminId'] }, erase: 'delete' },
      questionReports: {
        copy: { as: 'questionReports' },
        // A report is about a question, not a person, so it still counts, but the student's text may name somebody.
        erase: { set: { studentId: null, text: null } },
      },
      formerAttempts: {
        of: ({ addressHash }) => eq(formerTables.formerAttempts.addressHash, addressHash),
        copy: { as: 'formerQuizzes', withheld: ['addressHash'] },
        erase: {
          keeps: 'for a year, nobody with the same mailbox can restart quizzes that an erased account had started',
        },
      },
      questions: 'of no student',
      quizzes: 'of no student',
      questionSnapshots: 'of no student',
      questionSnapshotsStart: 'of no student',
      voidQuestionsStart: 'of no student',
      questionImports: 'of no student',
      questionReportGroups: 'of no student',
      regrades: 'of no student',
    },
  ),
  distribution: {
    byStudent: [
      tables.attempts,
      tables.answers,
      tables.attemptOrigins,
      tables.attemptReviews,
      ...Object.values(streakTables),
    ],
    everywhere: [tables.questions, tables.questionImports, ...Object.values(snapshotTables)],
    // Every start of a quiz locks its row, which on many nodes would be many locks.
    coordinator: [
      tables.quizzes,
      formerTables.formerAttempts,
      tables.questionReports,
      tables.questionReportGroups,
      tables.regrades,
    ],
    // These triggers correct rows written by servers of earlier releases, or move rows of merged accounts. Citus refuses both.
    before: [
      'drop trigger if exists answers_student on answers',
      'drop trigger if exists attempt_origins_student on attempt_origins',
      'drop trigger if exists attempt_reviews_student on attempt_reviews',
      'drop trigger if exists attempts_moved on attempts',
    ],
  },
  ledgers: [tables.answers, snapshotTables.questionSnapshots],
  triggers: [
    'answers_student',
    'attempt_origins_student',
    'attempt_reviews_student',
    'attempts_moved',
    'questions_announced',
    'quizzes_announced',
  ],
  checks: [
    scoreCheck,
    adjustmentCheck,
    ledgerCheck,
    histogramCheck,
    answersCheck,
    worthCheck,
    lineCheck,
    correctionCheck,
    snapshotCheck,
    onceCheck,
    timeCheck,
  ],
}
