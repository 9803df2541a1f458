// All that is held on one student, table by table. Reads every feature; nobody reads it.
import { and, eq, getTableColumns, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { passwordResets, sessions, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { isFrom } from '../contact/queries.ts'
import { contactMessages } from '../contact/tables.ts'
import { pointsLedger, leaderboardEntries } from '../leaderboard/tables.ts'
import { notificationMails, notificationReads, notifications } from '../notifications/tables.ts'
import { paymentEvents, payments, refundNotes } from '../payments/tables.ts'
import { answers, attempts } from '../quiz/tables.ts'
import { watches } from '../videos/tables.ts'

/** Columns that are secrets or workings of ours, or data about somebody else. */
const withheld = new Set([
  'passwordHash',
  'tokenHash',
  'usernameKey',
  'emailKey',
  'xid',
  'adminId',
  'answeredBy',
  'mailedUpTo',
  'accessCode',
  'authorizationUrl',
  // The parent's who paid by the link: a third person, who gave it to us for the receipt and not to the student.
  'payerEmail',
])

/** Rows as JSON. The correct answers of a quiz that still runs are no data about the student, and would help. */
function shown(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map((row) => {
    const isOpen = 'questionSnapshot' in row && row['lockedAt'] === null
    const entries = Object.entries(row).filter(
      ([name]) => !withheld.has(name) && !(isOpen && name === 'questionSnapshot'),
    )
    return Object.fromEntries(
      entries.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
    )
  })
}

/** Everything that the database holds on a student, by table. */
export async function exportData(app: App, studentId: string) {
  const of = (table: PgTable, owner: PgColumn, ...conditions: SQL[]) =>
    app.db
      .select(getTableColumns(table))
      .from(table)
      .where(and(eq(owner, studentId), ...conditions))
  const answersOf = app.db
    .select(getTableColumns(answers))
    .from(answers)
    .innerJoin(attempts, eq(attempts.id, answers.attemptId))
    .where(eq(attempts.studentId, studentId))
  const changesOf = app.db
    .select(getTableColumns(pointsLedger))
    .from(pointsLedger)
    .innerJoin(leaderboardEntries, eq(leaderboardEntries.id, pointsLedger.entryId))
    .where(eq(leaderboardEntries.studentId, studentId))
  const messagesOf = app.db
    .select(getTableColumns(contactMessages))
    .from(contactMessages)
    .innerJoin(students, and(eq(students.id, studentId), isFrom(students.emailKey)))
  const eventsOf = app.db
    .select(getTableColumns(paymentEvents))
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
    .where(eq(payments.studentId, studentId))
  const notesOf = app.db
    .select(getTableColumns(refundNotes))
    .from(refundNotes)
    .innerJoin(payments, eq(payments.id, refundNotes.paymentId))
    .where(eq(payments.studentId, studentId))
  const reads = {
    account: of(students, students.id),
    sessions: of(sessions, sessions.studentId),
    passwordResets: of(passwordResets, passwordResets.studentId),
    videosWatched: of(watches, watches.studentId),
    quizzes: of(attempts, attempts.studentId),
    answers: answersOf,
    leaderboardEntries: of(leaderboardEntries, leaderboardEntries.studentId),
    points: changesOf,
    payments: of(payments, payments.studentId),
    paymentEvents: eventsOf,
    refundNotes: notesOf,
    messages: messagesOf,
    // What is only planned was not sent to anybody yet.
    notifications: of(
      notifications,
      notifications.studentId,
      isNotNull(notifications.publishedAt),
      isNull(notifications.canceledAt),
    ),
    notificationsRead: of(notificationReads, notificationReads.studentId),
    notificationsMailed: of(notificationMails, notificationMails.studentId),
  }
  const tables: Record<string, Record<string, unknown>[]> = {}
  for (const [name, rows] of Object.entries(reads)) tables[name] = shown(await rows)
  return { exportedAt: app.clock.now().toISOString(), tables }
}
