// The export of everything stored about one student, by table. Reads the tables of every feature.
import { and, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { loadAddressHash } from '../accounts/address-hash.ts'
import { providerIdentities } from '../accounts/identity-providers/tables.ts'
import { knownBrowsers, passwordResets, sessions, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { certificates } from '../awards/tables.ts'
import { fairPlayAppeals, fairPlayDecisions, fairPlayFlags } from '../fair-play/tables.ts'
import { isFrom } from '../contact/queries.ts'
import { contactMessages, contactNotes } from '../contact/tables.ts'
import { leaderboardEntries, pointsLedger } from '../leaderboard/tables.ts'
import { mayBeReopened } from '../platform/maintenance/rules.ts'
import {
  notificationMails,
  notificationReads,
  notificationRecipients,
  notifications,
  pushMessages,
  pushSubscriptions,
} from '../notifications/tables.ts'
import { paymentEvents, payments, refundNotes } from '../payments/tables.ts'
import { answers, attemptOrigins, attemptReviews, attempts, formerAttempts, questionReports } from '../quiz/tables.ts'
import { practiceAnswers, streakPauses } from '../quiz/streak-tables.ts'
import { prizeClaimVersions } from '../scholarship/prize-tables.ts'
import { drawEntries, listClaims, prizeClaims } from '../scholarship/tables.ts'
import { staffNotes } from '../students/tables.ts'
import { bookmarks, watches } from '../videos/tables.ts'
import { inactivityMails } from './tables.ts'

type ColumnName<Table extends { $inferSelect: object }> = keyof Table['$inferSelect']

/** Columns that hold secrets, internals, or data about other people. */
const withheldColumns: ReadonlySet<string> = new Set<
  | ColumnName<typeof students>
  | ColumnName<typeof sessions>
  | ColumnName<typeof knownBrowsers>
  | ColumnName<typeof pointsLedger>
  | ColumnName<typeof notifications>
  | ColumnName<typeof pushSubscriptions>
  | ColumnName<typeof contactMessages>
  | ColumnName<typeof payments>
  | ColumnName<typeof attemptOrigins>
  | ColumnName<typeof practiceAnswers>
  | ColumnName<typeof streakPauses>
  | ColumnName<typeof fairPlayFlags>
  | ColumnName<typeof fairPlayDecisions>
>([
  'passwordHash',
  'tokenHash',
  'secretHash',
  'usernameKey',
  'emailKey',
  'addressHash',
  // Whoever knows them could send to the browser.
  'endpoint',
  'p256dh',
  'auth',
  'xid',
  'adminId',
  'answeredBy',
  'mailedUpTo',
  'recipientsUpTo',
  'assignedTo',
  'accessCode',
  'authorizationUrl',
  // A parent who paid with the link gave this address for the receipt, not for the student to see.
  'payerEmail',
  // Codes by which attempts are compared, and what they say about other students.
  'deviceId',
  'networkHash',
  'wrongKey',
  'isSuspect',
  'otherStudentId',
  'otherAttemptId',
  'role',
  'facts',
  'flagsUpTo',
])

/** Holds the correct answers, so it is withheld until the attempt is over, and until no outage can open it again. */
const SNAPSHOT_COLUMN: ColumnName<typeof attempts> = 'questionSnapshot'

type AttemptRow = typeof attempts.$inferSelect
const isAttempt = (row: Record<string, unknown>): row is AttemptRow => SNAPSHOT_COLUMN in row
const mayGoOn = (attempt: AttemptRow, now: Date) => attempt.lockedAt === null || mayBeReopened(attempt, now)

/** Converts rows to JSON, without the withheld columns. */
function toJson(rows: Record<string, unknown>[], now: Date): Record<string, unknown>[] {
  return rows.map((row) => {
    const hidesAnswers = isAttempt(row) && mayGoOn(row, now)
    const entries = Object.entries(row).filter(
      ([name]) => !withheldColumns.has(name) && !(hidesAnswers && name === SNAPSHOT_COLUMN),
    )
    return Object.fromEntries(entries.map(([name, value]) => [name, toJsonValue(value)]))
  })
}

function toJsonValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return Buffer.isBuffer(value) ? value.toString('hex') : value
}

/** Reads everything that the database holds about a student, by table. */
export async function exportData(app: App, studentId: string) {
  const now = app.clock.now()
  const tables: Record<string, Record<string, unknown>[]> = {}
  const addressHash = await loadAddressHash(app, studentId)
  const ids = await listAccountIds(app, studentId)
  for (const [name, rows] of Object.entries(selectTables(app, ids, addressHash))) tables[name] = toJson(await rows, now)
  return { exportedAt: now.toISOString(), tables }
}

/** Returns the ids of an account and of those that were merged into it: draws and decisions stay with the latter. */
async function listAccountIds(app: App, studentId: string): Promise<string[]> {
  const isOwn = or(eq(students.id, studentId), eq(students.mergedIntoId, studentId))
  return (await app.db.select({ id: students.id }).from(students).where(isOwn)).map(({ id }) => id)
}

/** Builds one query for each table, which runs when it is awaited. */
function selectTables(app: App, ids: string[], addressHash: string) {
  const select = (table: PgTable, owner: PgColumn, ...conditions: SQL[]) =>
    app.db
      .select(getTableColumns(table))
      .from(table)
      .where(and(inArray(owner, ids), ...conditions))
  const isOfPayer = inArray(payments.studentId, ids)
  return {
    account: select(students, students.id),
    sessions: select(sessions, sessions.studentId),
    knownBrowsers: select(knownBrowsers, knownBrowsers.studentId),
    passwordResets: select(passwordResets, passwordResets.studentId),
    identityProviders: select(providerIdentities, providerIdentities.studentId),
    videosWatched: select(watches, watches.studentId),
    bookmarks: select(bookmarks, bookmarks.studentId),
    certificates: select(certificates, certificates.studentId),
    quizzes: select(attempts, attempts.studentId),
    answers: app.db
      .select(getTableColumns(answers))
      .from(answers)
      .innerJoin(attempts, eq(attempts.id, answers.attemptId))
      .where(inArray(attempts.studentId, ids)),
    attemptOrigins: app.db
      .select(getTableColumns(attemptOrigins))
      .from(attemptOrigins)
      .innerJoin(attempts, eq(attempts.id, attemptOrigins.attemptId))
      .where(inArray(attempts.studentId, ids)),
    attemptReviews: app.db
      .select(getTableColumns(attemptReviews))
      .from(attemptReviews)
      .innerJoin(attempts, eq(attempts.id, attemptReviews.attemptId))
      .where(inArray(attempts.studentId, ids)),
    fairPlayFlags: select(fairPlayFlags, fairPlayFlags.studentId),
    fairPlayDecisions: select(fairPlayDecisions, fairPlayDecisions.studentId),
    fairPlayAppeals: select(fairPlayAppeals, fairPlayAppeals.studentId),
    practiceAnswers: select(practiceAnswers, practiceAnswers.studentId),
    staffNotes: select(staffNotes, staffNotes.studentId),
    streakPauses: select(streakPauses, streakPauses.studentId),
    questionReports: select(questionReports, questionReports.studentId),
    // Quizzes that an erased account of the same mailbox had started.
    formerQuizzes: app.db
      .select(getTableColumns(formerAttempts))
      .from(formerAttempts)
      .where(eq(formerAttempts.addressHash, addressHash)),
    leaderboardEntries: select(leaderboardEntries, leaderboardEntries.studentId),
    points: app.db
      .select(getTableColumns(pointsLedger))
      .from(pointsLedger)
      .innerJoin(leaderboardEntries, eq(leaderboardEntries.id, pointsLedger.entryId))
      .where(inArray(leaderboardEntries.studentId, ids)),
    // The secret number of each entry too: with it a student can prove an entry.
    drawEntries: select(drawEntries, drawEntries.studentId),
    listClaims: select(listClaims, listClaims.studentId),
    prizeClaims: select(prizeClaimVersions, prizeClaimVersions.studentId),
    // As an earlier release stored them.
    earlierPrizeClaims: select(prizeClaims, prizeClaims.studentId),
    payments: select(payments, payments.studentId),
    paymentEvents: app.db
      .select(getTableColumns(paymentEvents))
      .from(paymentEvents)
      .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
      .where(isOfPayer),
    refundNotes: app.db
      .select(getTableColumns(refundNotes))
      .from(refundNotes)
      .innerJoin(payments, eq(payments.id, refundNotes.paymentId))
      .where(isOfPayer),
    messages: app.db
      .select(getTableColumns(contactMessages))
      .from(contactMessages)
      .innerJoin(students, and(inArray(students.id, ids), isFrom(students.emailKey))),
    // What admins wrote about a message, as their notes about the student: without who wrote it.
    messageNotes: app.db
      .select(getTableColumns(contactNotes))
      .from(contactNotes)
      .innerJoin(contactMessages, eq(contactMessages.id, contactNotes.messageId))
      .innerJoin(students, and(inArray(students.id, ids), isFrom(students.emailKey))),
    // Scheduled and canceled notifications were never sent.
    notifications: select(
      notifications,
      notifications.studentId,
      isNotNull(notifications.publishedAt),
      isNull(notifications.canceledAt),
    ),
    notificationsRead: select(notificationReads, notificationReads.studentId),
    notificationsToSegments: select(notificationRecipients, notificationRecipients.studentId),
    notificationsMailed: select(notificationMails, notificationMails.studentId),
    pushSubscriptions: app.db
      .select(getTableColumns(pushSubscriptions))
      .from(pushSubscriptions)
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .where(inArray(sessions.studentId, ids)),
    pushMessages: app.db
      .select(getTableColumns(pushMessages))
      .from(pushMessages)
      .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushMessages.subscriptionId))
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .where(inArray(sessions.studentId, ids)),
    inactivityMails: select(inactivityMails, inactivityMails.studentId),
  }
}
