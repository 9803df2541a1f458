// Corrects a date of birth. If points of the current month would count on another leaderboard, or the student waits for a prize, a
// second admin has to agree: one admin could otherwise move a student to the board that is easier to win, or do without a guardian.
import { ageAt, lagosDate } from '@baobab/contract/accounts/rules.ts'
import { PUSH_AGE_MIN } from '@baobab/contract/notifications/text.ts'
import { agreeToBirth, correctionsText, type BirthEffect } from '@baobab/contract/students/corrections.ts'
import { and, eq, gt, gte, inArray, isNull, ne } from 'drizzle-orm'
import { requireAgreement, requireDecider, ruleOnMatter } from '../../accounts/admin/two-admins.ts'
import { lockStudent } from '../../accounts/lock-student.ts'
import { findStudentByUsername, type StudentRow } from '../../accounts/queries.ts'
import { requirePastBirth } from '../../accounts/register.ts'
import { endSessions, ownSessions } from '../../accounts/sessions.ts'
import { students } from '../../accounts/tables.ts'
import { moveToCategory } from '../../leaderboard/move-to-category.ts'
import { leaderboardEntries, pointsLedger } from '../../leaderboard/tables.ts'
import { pushSubscriptions } from '../../notifications/tables.ts'
import type { App } from '../../platform/app.ts'
import { auditRead, writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import { isId, type Db, type Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { attempts } from '../../quiz/tables.ts'
import { isListBeingMade } from '../../scholarship/admin/entrant-changes.ts'
import { readDrawInvolvement } from '../../scholarship/draw-involvement.ts'
import { birthProposals } from '../correction-tables.ts'
import { describeBirthEffect } from './rules.ts'
import { storeCorrections } from './store-corrections.ts'

type BirthChange = { student: StudentRow; birth: string; reason: string }

/** Returns what another date of birth would change, and writes an audit line about it. */
export async function previewBirth(
  app: App,
  who: AdminUser,
  { username, birth }: { username: string; birth: string },
): Promise<BirthEffect> {
  requirePastBirth(app, birth)
  const student = await findStudentByUsername(app.db, username)
  if (!student || student.erasedAt) fail('not_found')
  await auditRead(app, { adminId: who.id, action: 'student.birth_checked', subject: student.id })
  return loadEffect(app, app.db, { student, birth })
}

async function loadEffect(
  app: App,
  db: Db | Tx,
  { student, birth }: Omit<BirthChange, 'reason'>,
): Promise<BirthEffect> {
  const now = app.clock.now()
  const entries = await db
    .select()
    .from(leaderboardEntries)
    .where(eq(leaderboardEntries.studentId, student.id))
    .orderBy(leaderboardEntries.ageCategory)
  const monthBegan = new Date(`${lagosDate(now).slice(0, 7)}-01T00:00:00+01:00`)
  const isThisMonths = and(
    eq(pointsLedger.studentId, student.id),
    inArray(
      pointsLedger.entryId,
      entries.map(({ id }) => id),
    ),
    gte(pointsLedger.at, monthBegan),
    ne(pointsLedger.delta, 0),
  )
  const running = and(
    eq(attempts.studentId, student.id),
    isNull(attempts.lockedAt),
    isNull(attempts.resetAt),
    gt(attempts.deadline, now),
  )
  return describeBirthEffect({
    student,
    birth,
    entries: entries.map(({ ageCategory, score, isListed }) => ({ ageCategory, score, isListed })),
    hasRunningQuiz: (await db.$count(attempts, running)) > 0,
    hasUnpaidPrize: (await readDrawInvolvement(app, db, student.id)).hasUnpaidPrize,
    hasPointsThisMonth: entries.length > 0 && (await db.$count(pointsLedger, isThisMonths)) > 0,
    guardianAge: app.config.guardianAge,
    now,
  })
}

/**
 * Corrects the date of birth of a student whose row the caller has locked, or proposes it if a second admin has to agree. Fails with
 * `month_closing` if the student would change the leaderboard while the list of a closed month is being made.
 * @returns false if it was proposed
 */
export async function correctBirth(app: App, tx: Tx, who: AdminUser, change: BirthChange): Promise<boolean> {
  requirePastBirth(app, change.birth)
  const effect = await requireOpenMonth(app, tx, change)
  const ruling = await ruleOnMatter(app, tx, who, { began: app.clock.now(), decidedBy: agreeToBirth })
  if (effect.needsSecondAdmin && !requireDecider(ruling)) {
    await propose(app, tx, who, change)
    return false
  }
  await applyBirth(app, tx, who, { ...change, effect })
  return true
}

async function requireOpenMonth(app: App, tx: Tx, change: BirthChange): Promise<BirthEffect> {
  const effect = await loadEffect(app, tx, change)
  if (effect.before !== effect.after && (await isListBeingMade(app, tx))) fail('month_closing')
  return effect
}

async function propose(app: App, tx: Tx, who: AdminUser, { student, birth, reason }: BirthChange): Promise<void> {
  const [proposal] = await tx
    .insert(birthProposals)
    .values({ studentId: student.id, adminId: who.id, oldBirth: student.birth, birth, reason, at: app.clock.now() })
    .onConflictDoNothing()
    .returning()
  if (!proposal) fail('already_proposed', { message: correctionsText.alreadyProposed })
  await writeAuditLine(app, tx, { adminId: who.id, action: 'student.birth_proposed', subject: student.id })
}

type Effective = BirthChange & { effect: BirthEffect }

async function applyBirth(
  app: App,
  tx: Tx,
  who: AdminUser,
  { student, birth, reason, effect }: Effective,
): Promise<void> {
  const { id: studentId } = student
  await tx
    .update(students)
    .set({ birth, ...chooseWaiting(app, effect) })
    .where(eq(students.id, studentId))
  if (effect.asksGuardian) await endSessions(app, tx, { kind: 'student', id: studentId }, { except: undefined })
  await moveToCategory(app, tx, { id: studentId, birth })
  if (ageAt(birth, app.clock.now()) < PUSH_AGE_MIN) {
    const own = ownSessions(tx, { kind: 'student', id: studentId }, { except: undefined })
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.sessionId, own))
  }
  await tx.delete(birthProposals).where(eq(birthProposals.studentId, studentId))
  const changes = [{ field: 'birth' as const, oldValue: student.birth, newValue: birth }]
  await storeCorrections(app, tx, { studentId, adminId: who.id, reason, changes })
}

/** Until a guardian agrees, nobody can log in. A student who turns out to be too old to need one no longer waits. */
function chooseWaiting(app: App, { asksGuardian, age }: BirthEffect): Pick<Partial<StudentRow>, 'guardianRemovedAt'> {
  if (asksGuardian) return { guardianRemovedAt: app.clock.now() }
  return age >= app.config.guardianAge ? { guardianRemovedAt: null } : {}
}

type Reference = { username: string; birthProposalId: string }

async function lockProposal(tx: Tx, { username, birthProposalId }: Reference) {
  const student = await lockStudent(tx, username)
  const isThis = and(eq(birthProposals.studentId, student.id), eq(birthProposals.id, birthProposalId))
  const [proposal] = isId(birthProposalId) ? await tx.select().from(birthProposals).where(isThis) : []
  return { student, proposal: proposal ?? fail('not_found') }
}

/** Makes the correction that another admin proposed. */
export async function agreeToBirthProposal(app: App, who: AdminUser, reference: Reference): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { student, proposal } = await lockProposal(tx, reference)
    const ruling = await ruleOnMatter(app, tx, who, { began: proposal.at, decidedBy: agreeToBirth })
    requireAgreement(ruling, proposal.adminId === who.id)
    if (student.birth !== proposal.oldBirth) fail('changed_meanwhile')
    const change = { student, birth: proposal.birth, reason: proposal.reason }
    const effect = await requireOpenMonth(app, tx, change)
    await applyBirth(app, tx, who, { ...change, effect })
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.birth_agreed', subject: student.id })
  })
}

/** Withdraws a proposed date of birth: one's own, or as an admin who could agree to it. */
export async function withdrawBirthProposal(app: App, who: AdminUser, reference: Reference): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { student, proposal } = await lockProposal(tx, reference)
    if (proposal.adminId !== who.id)
      requireDecider(await ruleOnMatter(app, tx, who, { began: proposal.at, decidedBy: agreeToBirth }))
    await tx.delete(birthProposals).where(eq(birthProposals.studentId, student.id))
    await writeAuditLine(app, tx, { adminId: who.id, action: 'student.birth_withdrawn', subject: student.id })
  })
}
