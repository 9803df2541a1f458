// Admins' decisions about a student: hold, clear, disqualify, and answer an appeal. Each locks the student, so that if two
// admins act at once, the second sees the first decision. Nothing is decided without an admin.
import {
  answerAppeal as answerEndpoint,
  clearStudent as clearEndpoint,
  disqualifyFlagged as disqualifyEndpoint,
  holdStudent as holdEndpoint,
  type DecisionKind,
  type AppealAnswerForm,
} from '@baobab/contract/fair-play/admin.ts'
import type { AppealOutcome, HoldReason } from '@baobab/contract/fair-play/endpoints.ts'
import {
  disqualificationSentences,
  fairPlayNotifications,
  holdReasonSentences,
} from '@baobab/contract/fair-play/text.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { requireAgreement, ruleOnMatter } from '../../accounts/admin/two-admins.ts'
import type { StudentRow } from '../../accounts/queries.ts'
import { students } from '../../accounts/tables.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import { announceHold } from '../../leaderboard/announce-hold.ts'
import { createNotification } from '../../notifications/create-notification.ts'
import type { App } from '../../platform/app.ts'
import { isId, type Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { mayChange, type ChangeOptions } from '../../scholarship/admin/entrant-changes.ts'
import { disqualifyLocked } from '../disqualify-student.ts'
import { lockStudent } from '../../accounts/lock-student.ts'
import { findAppeal, findLastDecision, readLastFlag, type AppealRow, type DecisionRow } from '../queries.ts'
import { fairPlayAppeals, fairPlayDecisions } from '../tables.ts'

/** A student whose row is locked, with earlier decisions and flags. */
type Case = { who: AdminUser; student: StudentRow; last: DecisionRow | undefined; lastFlag: number }

async function openCase(tx: Tx, who: AdminUser, student: StudentRow): Promise<Case> {
  const [last, lastFlag] = [await findLastDecision(tx, student.id), await readLastFlag(tx, student.id)]
  return { who, student, last, lastFlag }
}

const hasNewFlag = ({ last, lastFlag }: Case) => lastFlag > (last?.flagsUpTo ?? 0)

/**
 * Puts a student on hold. Points and rank stay. Repeating the same hold changes nothing.
 * @returns whether it is done; false if another admin has to agree first, because the student is in an open draw
 */
export async function holdStudent(
  app: App,
  who: AdminUser,
  { username, reason }: { username: string; reason: HoldReason },
  options?: ChangeOptions,
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const student = await lockStudent(tx, username)
    const opened = await openCase(tx, who, student)
    if (student.disqualifiedAt) fail('already_disqualified')
    if (student.heldAt) return opened.last?.reason === reason || fail('already_held')
    // Nobody is held again for something that was cleared.
    if (reason !== 'other' && !hasNewFlag(opened)) fail('no_new_flag')
    const change = { studentId: student.id, change: 'held', reason, decidedBy: holdEndpoint } as const
    if (!(await mayChange(app, tx, who, change, options))) return false
    await tx.update(students).set({ heldAt: app.clock.now() }).where(eq(students.id, student.id))
    await announceHold(app, tx, { studentId: student.id, reason: 'held' })
    await storeDecision(app, tx, opened, { kind: 'held', reason })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.held', subject: student.id, details: { reason } })
    await notify(app, tx, student, fairPlayNotifications.held(reason))
    return true
  })
}

/**
 * Ends a hold, and closes the flags so far. A student who was not on hold is not told, because they would not have noticed
 * anything.
 * @returns whether it is done; false if another admin has to agree first, because the student is in an open draw
 */
export async function clearStudent(
  app: App,
  who: AdminUser,
  username: string,
  { answer, ...options }: ChangeOptions & { answer?: string | undefined } = {},
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const student = await lockStudent(tx, username)
    const opened = await openCase(tx, who, student)
    if (!student.heldAt && !hasNewFlag(opened)) fail('nothing_to_clear')
    const change = { studentId: student.id, change: 'released', decidedBy: clearEndpoint } as const
    if (student.heldAt && !(await mayChange(app, tx, who, change, options))) return false
    const message = answer === undefined ? fairPlayNotifications.cleared : fairPlayNotifications.lifted(answer)
    const appeal = await findOpenAppeal(tx, opened)
    if (appeal) await storeAnswer(app, tx, { who, appeal, outcome: 'lifted', text: answer ?? message.description })
    await release(app, tx, opened)
    if (student.heldAt) await notify(app, tx, student, message)
    return true
  })
}

/**
 * Disqualifies a student for fair play reasons.
 * @returns whether it is done; false if another admin has to agree first, because the student is in an open draw
 */
export async function disqualifyFlagged(
  app: App,
  who: AdminUser,
  { username, reason, text }: { username: string; reason: HoldReason; text: string },
  options?: ChangeOptions,
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const student = await lockStudent(tx, username)
    const opened = await openCase(tx, who, student)
    if (student.disqualifiedAt) fail('already_disqualified')
    const appeal = await findOpenAppeal(tx, opened)
    const change = {
      studentId: student.id,
      change: 'disqualified',
      reason,
      text,
      decidedBy: disqualifyEndpoint,
    } as const
    if (!(await mayChange(app, tx, who, change, options))) return false
    if (appeal) {
      await requireAnother(app, tx, opened)
      await storeAnswer(app, tx, { who, appeal, outcome: 'upheld', text: holdReasonSentences[reason] })
    }
    await storeDecision(app, tx, opened, { kind: 'disqualified', reason })
    await disqualifyLocked(app, tx, { who, student, reason: text })
    await notify(app, tx, student, fairPlayNotifications.disqualified(disqualificationSentences[reason]))
    return true
  })
}

/**
 * Answers an appeal, and lifts the hold if the answer says so. Repeating the same answer changes nothing.
 * @returns whether it is done; false if another admin has to agree first, because the student is in an open draw
 */
export async function answerAppeal(
  app: App,
  who: AdminUser,
  { appealId, outcome, text }: AppealAnswerForm & { appealId: string },
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const { student, appeal } = await lockAppeal(tx, appealId)
    if (appeal.answeredAt) {
      if (appeal.outcome === outcome && appeal.answer === text) return true
      fail('appeal_answered')
    }
    const opened = await openCase(tx, who, student)
    await requireAnother(app, tx, opened)
    const change = { studentId: student.id, change: 'released', text, decidedBy: answerEndpoint } as const
    if (outcome === 'lifted' && !(await mayChange(app, tx, who, change))) return false
    await storeAnswer(app, tx, { who, appeal, outcome, text })
    if (outcome === 'lifted') await release(app, tx, opened)
    await notify(app, tx, student, fairPlayNotifications[outcome](text))
    return true
  })
}

/** Finds an appeal and locks its student. */
async function lockAppeal(tx: Tx, appealId: string): Promise<{ student: StudentRow; appeal: AppealRow }> {
  const find = () => tx.select().from(fairPlayAppeals).where(eq(fairPlayAppeals.id, appealId))
  const [found] = isId(appealId) ? await find() : []
  if (!found) fail('not_found')
  const [student] = await tx
    .select()
    .from(students)
    .where(and(eq(students.id, found.studentId), isNull(students.erasedAt)))
    .for('no key update')
  // Read again, because another admin may have answered before the lock.
  const [appeal] = await find()
  return student && appeal ? { student, appeal } : fail('not_found')
}

/** Fails if the caller placed the hold and another admin can judge it, or if the caller could not judge when it was placed. */
async function requireAnother(app: App, tx: Tx, { who, last }: Case): Promise<void> {
  if (!last) return
  const ruling = await ruleOnMatter(app, tx, who, { began: last.at, decidedBy: answerEndpoint })
  requireAgreement(ruling, last.adminId === who.id, { own: 'own_decision' })
}

async function findOpenAppeal(tx: Tx, { student, last }: Case): Promise<AppealRow | undefined> {
  const appeal = student.heldAt && last ? await findAppeal(tx, last) : undefined
  return appeal?.answeredAt ? undefined : appeal
}

async function release(app: App, tx: Tx, opened: Case): Promise<void> {
  const { who, student } = opened
  await tx.update(students).set({ heldAt: null }).where(eq(students.id, student.id))
  if (student.heldAt) await announceHold(app, tx, { studentId: student.id, reason: 'released' })
  await storeDecision(app, tx, opened, { kind: 'cleared', reason: null })
  await writeAuditLine(app, tx, { adminId: who.id, action: 'student.cleared', subject: student.id })
}

async function storeDecision(
  app: App,
  tx: Tx,
  { who, student, lastFlag }: Case,
  decision: { kind: DecisionKind; reason: HoldReason | null },
): Promise<void> {
  const values = { studentId: student.id, flagsUpTo: lastFlag, adminId: who.id, at: app.clock.now() }
  await tx.insert(fairPlayDecisions).values({ ...values, ...decision })
}

async function storeAnswer(
  app: App,
  tx: Tx,
  { who, appeal, outcome, text }: { who: AdminUser; appeal: AppealRow; outcome: AppealOutcome; text: string },
): Promise<void> {
  await tx
    .update(fairPlayAppeals)
    .set({ outcome, answer: text, answeredAt: app.clock.now(), answeredBy: who.id })
    .where(eq(fairPlayAppeals.id, appeal.id))
  const details = { outcome }
  await writeAuditLine(app, tx, { adminId: who.id, action: 'appeal.answered', subject: appeal.studentId, details })
}

async function notify(
  app: App,
  tx: Tx,
  { id }: StudentRow,
  content: { title: string; description: string },
): Promise<void> {
  await createNotification(app, tx, {
    to: { studentId: id },
    ...content,
    type: 'scholarship',
    method: 'in-app+email',
  })
}
