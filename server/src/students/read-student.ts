// View Details: all data about one student, from every feature; never the password or its hash.
import type { StudentDetails } from '@baobab/contract/students/endpoints.ts'
import { desc, eq } from 'drizzle-orm'
import { listMethods } from '../accounts/identity-providers/identities.ts'
import { findStudentByUsername, type StudentRow } from '../accounts/queries.ts'
import { listSessions } from '../accounts/sessions.ts'
import type { App } from '../platform/app.ts'
import { auditPageRead } from '../platform/audit/write-audit-line.ts'
import { countStudentNotifications, listStudentNotifications } from '../notifications/queries.ts'
import { countFlags } from '../fair-play/queries.ts'
import { payments } from '../payments/tables.ts'
import type { AdminUser } from '../platform/http/auth.ts'
import { fail } from '../platform/http/errors.ts'
import { loadStudentProfile } from '../profile/queries.ts'
import { listStudentAttempts } from '../quiz/list-attempts.ts'
import { listStreakPauses } from '../quiz/pause-streak.ts'
import { listCorrections, readBirthProposal } from './corrections/queries.ts'
import { readEmailChange } from './email-change/queries.ts'
import { explainMerged } from './explain-merged.ts'
import { listGuardianMessages, readGuardianChange } from './guardian/queries.ts'

/** How many of the newest notifications are loaded. */
const MAX_NOTIFICATIONS = 20

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Reads the guardian who keeps a student's account; this feature cannot import guardians, which are above it. */
export type ReadKeeper = (db: App['db'], student: StudentRow) => Promise<StudentDetails['keeper']>

/** Reads a student for an admin and writes an audit line about it. */
export async function studentDetails(
  app: App,
  who: AdminUser,
  { username, readKeeper }: { username: string; readKeeper: ReadKeeper },
): Promise<StudentDetails> {
  const student = await findStudentByUsername(app.db, username)
  if (!student) fail('not_found')
  if (student.erasedAt) fail('not_found', await explainMerged(app, student))
  await auditPageRead(app, { adminId: who.id, action: 'student.details_read', subject: student.id })
  const [data, { attempts }, studentPayments, { notifications }, notificationCount, streakPauses, sessions] =
    await Promise.all([
      loadAccount(app, who, student),
      listStudentAttempts(app, student.id),
      loadPayments(app, student.id),
      listStudentNotifications(app, student, { limit: MAX_NOTIFICATIONS }),
      countStudentNotifications(app, student),
      listStreakPauses(app.db, student.id),
      listSessions(app, { kind: 'student', id: student.id }),
    ])
  const devices = sessions.map(({ id: _id, device, createdAt, lastSeenAt }) => ({
    _id,
    device,
    since: createdAt.toISOString(),
    lastSeen: lastSeenAt.toISOString(),
  }))
  const waiting = await loadWaiting(app, who, student)
  return {
    data,
    attempts,
    payments: studentPayments,
    notificationCount,
    notifications,
    streakPauses,
    devices,
    keeper: await readKeeper(app.db, student),
    ...waiting,
  }
}

/** Loads what admins corrected, and what waits until it applies. */
async function loadWaiting(app: App, who: AdminUser, student: StudentRow) {
  const [corrections, birthProposal, emailChange, guardianChange, guardianMessages] = await Promise.all([
    listCorrections(app, student),
    readBirthProposal(app, who, student.id),
    readEmailChange(app, student.id),
    readGuardianChange(app, student.id),
    listGuardianMessages(app, student.id),
  ])
  return { corrections, birthProposal, emailChange, guardianChange, guardianMessages }
}

async function loadAccount(app: App, who: AdminUser, student: StudentRow): Promise<StudentDetails['data']> {
  return {
    ...(await loadStudentProfile(app, who, student)),
    joined: student.createdAt.toISOString(),
    verifiedAt: student.verifiedAt.toISOString(),
    guardianEmail: student.guardianEmail,
    guardianAgreedAt: iso(student.guardianAgreedAt),
    disqualifiedAt: iso(student.disqualifiedAt),
    disqualifiedReason: student.disqualifiedReason,
    emailBouncedAt: iso(student.emailBouncedAt),
    provedNumber: student.provedNumber,
    heldAt: iso(student.heldAt),
    ...(await countFlags(app.db, student.id)),
    signInMethods: await listMethods(app.db, student.id),
  }
}

async function loadPayments(app: App, studentId: string): Promise<StudentDetails['payments']> {
  const rows = await app.db
    .select()
    .from(payments)
    .where(eq(payments.studentId, studentId))
    .orderBy(desc(payments.openedAt))
  return rows.map(({ id: _id, reference, amountKobo, refundedKobo, state, attention, openedAt, confirmedAt }) => ({
    _id,
    reference,
    amountKobo,
    refundedKobo,
    state,
    isRefundDue: attention === 'refund-due',
    openedAt: openedAt.toISOString(),
    confirmedAt: iso(confirmedAt),
  }))
}
