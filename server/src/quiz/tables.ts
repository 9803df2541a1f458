import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { QUIZ_SECONDS } from '@baobab/contract/quiz/rules.ts'
import { reportOutcomes, reportReasons } from '@baobab/contract/quiz/forms.ts'
import { voids } from '@baobab/contract/quiz/voids.ts'
import { admins, students } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'
import { videos } from '../videos/tables.ts'
import type { RegradePreview } from './admin/regrade/rules.ts'
import type { ImportedUpdate } from './import/rules.ts'
import type { SnapshotQuestion } from './rules.ts'
import { questionSnapshots } from './snapshot-tables.ts'

const ageCategory = () => text({ enum: ['5-10', '11-20'] }).notNull()

/** One imported spreadsheet. Undoing the import deletes its questions. */
export const questionImports = pgTable('sheet_imports', {
  id: newId(),
  adminId: uuid()
    .notNull()
    .references(() => admins.id),
  fileName: text().notNull(),
  addedCount: integer().notNull(),
  /** The number of stored questions that got a new explanation or moment. */
  updatedCount: integer().notNull().default(0),
  /** What those questions got and had before, so that undoing the import can restore it. Empty in imports older than this column. */
  updates: jsonb().$type<ImportedUpdate[]>().notNull().default([]),
  skippedCount: integer().notNull(),
  createdAt: instant().notNull(),
  undoneAt: instant(),
})

export const questions = pgTable(
  'questions',
  {
    id: newId(),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    ageCategory: ageCategory(),
    question: text().notNull(),
    /** The comparison key of the text, unique within a video and category. */
    questionKey: text().notNull(),
    options: jsonb().$type<string[]>().notNull(),
    correctAnswer: text().notNull(),
    /** The keys of one picture per option, in option order. */
    pictures: jsonb().$type<string[]>(),
    /** A former correct answer that still counts, because a regrade kept it. */
    alsoCorrect: text(),
    /** Why the correct answer is correct. Sent once the question is answered. */
    explanation: text(),
    /** The moment in the video when the answer can be seen. */
    momentSeconds: integer(),
    position: integer().notNull(),
    importId: uuid().references(() => questionImports.id),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('questions_once').on(table.videoId, table.ageCategory, table.questionKey),
    index('questions_import').on(table.importId),
    check('questions_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
    check('questions_options', sql`jsonb_array_length(${table.options}) = 4`),
  ],
)

/**
 * How many of its questions a quiz asks each student. A quiz without a row asks all of them, and nobody has started it yet.
 * Once a student has started it, there are always at least `askedCount` questions.
 */
export const quizzes = pgTable(
  'quizzes',
  {
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    ageCategory: ageCategory(),
    askedCount: integer().notNull(),
    /** Set by the first attempt: from then on, all students have the same maximum. */
    isFixed: boolean().notNull().default(false),
    /** Counts the regrades. If this changes after a start has read the questions, the start fails and reads them again. */
    keyVersion: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.videoId, table.ageCategory] }),
    check('quizzes_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
    check('quizzes_asked_count', sql`${table.askedCount} between 1 and 50`),
  ],
)

/**
 * A student's attempts at a video in an age category: at most one that counts, and any number that an admin has reset.
 * An attempt's question snapshot contains the questions with their correct answers as they were at its start, so that editing or
 * deleting a question never changes a running or finished attempt.
 */
export const attempts = pgTable(
  'attempts',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    ageCategory: ageCategory(),
    videoTitle: text().notNull(),
    /** The questions themselves, in an attempt that is older than `question_snapshots`. Read it with `withSnapshots`. */
    questionSnapshot: jsonb('paper').$type<SnapshotQuestion[]>(),
    /** The pool that the questions were chosen from. */
    snapshotId: uuid().references(() => questionSnapshots.id),
    /** Which of its questions are asked, each with its order of options (`referToPool`). */
    asked: smallint().array(),
    questionCount: integer().notNull(),
    answeredCount: integer().notNull().default(0),
    correctCount: integer().notNull().default(0),
    /** How many of its questions are void and count for nobody, so that a quiz can be perfect without them. */
    voidCount: integer().notNull().default(0),
    startedAt: instant().notNull(),
    /** The student's time in seconds: `deadline` is this much later than `startedAt`, plus any time given back after maintenance. */
    seconds: integer().notNull().default(QUIZ_SECONDS),
    deadline: instant().notNull(),
    lockedAt: instant(),
    /** The student's rank in the category when the attempt started, and then the score; null if the student was not ranked. */
    rankBefore: integer(),
    scoreBefore: integer(),
    /** When an admin reset the attempt: its points are deducted, its answers kept, and the student may try again. */
    resetAt: instant(),
    /** The admin's reason. Deleted with the student's account. */
    resetReason: text(),
    /** Counts the regrades of the snapshot. An answer judged by another version is judged again. */
    snapshotVersion: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('attempts_once')
      .on(table.studentId, table.videoId, table.ageCategory)
      .where(sql`${table.resetAt} is null`),
    // Includes reset attempts: for a student's history and for deleting a student.
    index('attempts_student').on(table.studentId),
    // For regrades, which read all of a quiz's attempts, including running ones.
    index('attempts_quiz')
      .on(table.videoId, table.ageCategory, table.id)
      .where(sql`${table.resetAt} is null`),
    index('attempts_open')
      .on(table.deadline)
      .where(sql`${table.lockedAt} is null`),
    // For question statistics. An attempt enters the index when it is locked, so only its last answer updates the index.
    index('attempts_finished')
      .on(table.videoId, table.ageCategory, table.lockedAt)
      .where(sql`${table.resetAt} is null and ${table.lockedAt} is not null`),
    // For daily metrics. Likewise, only an attempt's last answer updates the index.
    index('attempts_locked')
      .on(table.lockedAt)
      .where(sql`${table.lockedAt} is not null`),
    check('attempts_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
  ],
)

/**
 * The device and network an attempt was started from, as codes, so that fair play can compare attempts. A separate table,
 * because the codes are deleted after 90 days. An attempt older than the table may have a row without codes.
 */
export const attemptOrigins = pgTable(
  'attempt_origins',
  {
    attemptId: uuid()
      .primaryKey()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    /** The attempt's student. A check and not NOT NULL: earlier releases leave it out, and a trigger fills it. */
    studentId: uuid(),
    /** The device of the logged-in browser; null if it is no longer known. */
    deviceId: uuid(),
    /** The browser itself, which no other account shares; null if it is no longer known, or the attempt is older than the column. */
    browserId: uuid(),
    /** The keyed hash of the address's network. */
    networkHash: text(),
    startedAt: instant().notNull(),
    /** When fair play examined the finished attempt. */
    examinedAt: instant(),
    /** Whether every question was answered correctly in little more than the reading time. Known once examined. */
    isSuspect: boolean().notNull().default(false),
    /** The hash of the wrong answers in order; null if there are too few to mean anything. Known once examined. */
    wrongKey: text(),
  },
  (table) => [
    index('attempt_origins_device')
      .on(table.deviceId, table.startedAt)
      .where(sql`${table.deviceId} is not null`),
    index('attempt_origins_browser')
      .on(table.browserId)
      .where(sql`${table.browserId} is not null`),
    index('attempt_origins_network')
      .on(table.networkHash, table.startedAt)
      .where(sql`${table.networkHash} is not null`),
    index('attempt_origins_wrong')
      .on(table.wrongKey)
      .where(sql`${table.wrongKey} is not null`),
    index('attempt_origins_due')
      .on(table.startedAt)
      .where(sql`${table.examinedAt} is null`),
    index('attempt_origins_started').on(table.startedAt),
    check('attempt_origins_student', sql`${table.studentId} is not null`),
  ],
)

/**
 * When a student read an attempt's review, which shows the correct answers. All times are kept, at most one per minute, because
 * a later review must not hide an earlier one.
 */
export const attemptReviews = pgTable(
  'attempt_reviews',
  {
    attemptId: uuid()
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    /** The attempt's student, like that of its origin. */
    studentId: uuid(),
    at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.at] }),
    index('attempt_reviews_at').on(table.at),
    check('attempt_reviews_student', sql`${table.studentId} is not null`),
  ],
)

/** One answer per question of an attempt: the primary key prevents a second one. */
export const answers = pgTable(
  'answers',
  {
    attemptId: uuid()
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    /** The attempt's student, like that of its origin. Merging two accounts changes it, and nothing else of an answer. */
    studentId: uuid(),
    questionId: uuid().notNull(),
    answer: text().notNull(),
    correct: boolean().notNull(),
    points: integer().notNull(),
    answeredAt: instant().notNull(),
    /** When the student tapped it, by the phone's clock, and how long it waited there before it was sent. Null if unknown. */
    tappedAt: instant(),
    waitedMs: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.questionId] }),
    check('answers_student', sql`${table.studentId} is not null`),
    check('answers_points', sql`${table.points} = case when ${table.correct} then 10 else 0 end`),
  ],
)

/**
 * The reports of one question until an admin answers them: at most one open group per question. It outlives the question, so it
 * has no reference to it.
 */
export const questionReportGroups = pgTable(
  'question_report_groups',
  {
    id: newId(),
    questionId: uuid().notNull(),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    ageCategory: ageCategory(),
    /** The question's text as last seen by a reporting student. */
    question: text().notNull(),
    reportCount: integer().notNull(),
    lastReportedAt: instant().notNull(),
    outcome: text({ enum: reportOutcomes }),
    answer: text(),
    answeredAt: instant(),
    answeredBy: uuid().references(() => admins.id),
  },
  (table) => [
    uniqueIndex('question_report_groups_open')
      .on(table.questionId)
      .where(sql`${table.answeredAt} is null`),
    check('question_report_groups_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
    check(
      'question_report_groups_answer',
      sql`num_nonnulls(${table.outcome}, ${table.answer}, ${table.answeredAt}, ${table.answeredBy}) in (0, 4)`,
    ),
  ],
)

/** A student's report of a question, at most one per question. */
export const questionReports = pgTable(
  'question_reports',
  {
    id: newId(),
    groupId: uuid()
      .notNull()
      .references(() => questionReportGroups.id),
    /** Null after the account is erased: the report still counts, without the student's name and text. */
    studentId: uuid().references(() => students.id, { onDelete: 'set null' }),
    questionId: uuid().notNull(),
    reason: text({ enum: reportReasons }).notNull(),
    text: text(),
    /** The question as the student saw it, from the attempt's snapshot. */
    seen: jsonb().$type<SnapshotQuestion>().notNull(),
    /** The student's answer; null if there was none in time. */
    answer: text(),
    createdAt: instant().notNull(),
    /** When the student was notified of the answer to the group. */
    notifiedAt: instant(),
  },
  (table) => [
    uniqueIndex('question_reports_once').on(table.studentId, table.questionId),
    index('question_reports_group').on(table.groupId, table.createdAt),
  ],
)

/**
 * A correction of a question's key, or of whether it counts at all, which also applies to attempts that have started. An admin
 * proposes it, another agrees to it if there is one, and a job applies it. Each question has at most one unfinished correction. A
 * row outlives its question, so it has no reference to it.
 */
export const regrades = pgTable(
  'regrades',
  {
    id: newId(),
    questionId: uuid().notNull(),
    videoId: uuid()
      .notNull()
      .references(() => videos.id),
    ageCategory: ageCategory(),
    question: text().notNull(),
    /** Who gets the points if the question becomes void; null if it counts by its key. */
    voided: text({ enum: voids }),
    /** The same before the regrade. */
    wasVoided: text({ enum: voids }),
    /** The question as it was when it became void and was taken out of its quiz. Null until this is agreed to. */
    removed: jsonb(),
    oldAnswer: text().notNull(),
    /** Empty if the question becomes void: no option equals it, so that servers of earlier releases refuse to agree. */
    newAnswer: text().notNull(),
    /** Whether the old answer also counts, so that nobody loses points. */
    keepsOld: boolean().notNull(),
    /** The new explanation; empty to remove it, null to keep it. */
    explanation: text(),
    /** The reports that led to it. */
    reportGroupId: uuid().references(() => questionReportGroups.id),
    proposedBy: uuid()
      .notNull()
      .references(() => admins.id),
    proposedAt: instant().notNull(),
    /** What it would change; null while this is being computed. */
    preview: jsonb().$type<RegradePreview>(),
    decision: text({ enum: ['agreed', 'withdrawn'] }),
    decidedBy: uuid().references(() => admins.id),
    decidedAt: instant(),
    /** When all attempts had been corrected. */
    finishedAt: instant(),
  },
  (table) => [
    uniqueIndex('regrades_unfinished')
      .on(table.questionId)
      .where(sql`${table.finishedAt} is null and ${table.decision} is distinct from 'withdrawn'`),
    index('regrades_proposed').on(table.proposedAt, table.id),
    check(
      'regrades_void',
      sql`${table.voided} is null or (${table.voided} in ('all', 'none') and ${table.newAnswer} = '')`,
    ),
    check('regrades_was_void', sql`${table.wasVoided} in ('all', 'none')`),
    check('regrades_category', sql`${table.ageCategory} in ('5-10', '11-20')`),
    check('regrades_decision', sql`num_nonnulls(${table.decision}, ${table.decidedBy}, ${table.decidedAt}) in (0, 3)`),
    check('regrades_finished', sql`${table.finishedAt} is null or ${table.decision} = 'agreed'`),
  ],
)
