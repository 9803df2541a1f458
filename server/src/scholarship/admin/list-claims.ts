// Lets admins answer students who say they are missing from a list: by refusing a claim with a reason, or by publishing the
// list again.
import { LIST_CLAIMS_SHOWN } from '@baobab/contract/scholarship/rules.ts'
import type { AdminListClaim, PositionNow } from '@baobab/contract/scholarship/prize.ts'
import { scholarshipMessages } from '@baobab/contract/scholarship/text.ts'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import { createNotification } from '../../notifications/create-notification.ts'
import type { App } from '../../platform/app.ts'
import { isId, type Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { couldWin, type DrawRow } from '../draw-rows.ts'
import { lockMonth } from '../freeze-list.ts'
import { claimListBy, loadRecentDraws, toListClaim, type ListClaimRow } from '../list-claims.ts'
import { readRules } from '../publish-rules.ts'
import { findDraw } from '../queries.ts'
import type { BoardEntry } from '../read-boards.ts'
import { isReplaceable, whyLeftOut } from '../rules.ts'
import type { LoadedDraw } from '../load-draw.ts'
import { drawEntries, draws, listClaims } from '../tables.ts'

/** Returns the months whose latest list can still be replaced, and whose claims can therefore still be answered. */
const openMonths = (app: App, recent: readonly LoadedDraw[]) =>
  recent.filter(({ state }) => isReplaceable(state, app.clock.now())).map(({ draw }) => draw.month)

/** Returns the SQL condition for claims that can be answered, including those about earlier lists of these months. */
const isOpen = (months: string[]): SQL | undefined =>
  and(isNull(listClaims.answer), isNotNull(listClaims.studentId), inArray(draws.month, months))

/** Returns the number of claims waiting for an answer. */
export async function countOpenListClaims(app: App): Promise<number> {
  return countOpen(app, openMonths(app, await loadRecentDraws(app)))
}

async function countOpen(app: App, months: string[]): Promise<number> {
  if (months.length === 0) return 0
  const [row] = await app.db
    .select({ count: count() })
    .from(listClaims)
    .innerJoin(draws, eq(draws.id, listClaims.drawId))
    .where(isOpen(months))
  return row?.count ?? 0
}

async function selectClaims(app: App, condition: SQL | undefined, limit: number, ...order: SQL[]) {
  return app.db
    .select({ claim: listClaims, month: draws.month, username: students.username, studentId: students.id })
    .from(listClaims)
    .innerJoin(draws, eq(draws.id, listClaims.drawId))
    .innerJoin(students, eq(students.id, listClaims.studentId))
    .where(condition)
    .orderBy(...order, listClaims.id)
    .limit(limit)
}

/**
 * Lists the claims about recent lists: open ones first, oldest first, then the others, newest first.
 * @param readBoardsAtClose returns a month's current boards, which may be a few seconds old
 */
export async function listListClaims(
  app: App,
  readBoardsAtClose: (month: string) => Promise<BoardEntry[]>,
): Promise<{ open: number; claims: AdminListClaim[] }> {
  const recent = await loadRecentDraws(app)
  const months = openMonths(app, recent)
  const open = await selectClaims(app, isOpen(months), LIST_CLAIMS_SHOWN, asc(listClaims.at))
  const isOther = and(
    inArray(
      draws.month,
      recent.map(({ draw }) => draw.month),
    ),
    or(isNotNull(listClaims.answer), notInArray(draws.month, months)),
  )
  const lastChange = sql`coalesce(${listClaims.answeredAt}, ${listClaims.at})`
  const others = await selectClaims(app, isOther, LIST_CLAIMS_SHOWN - open.length, desc(lastChange))
  const claims: AdminListClaim[] = []
  for (const row of [...open, ...others]) {
    const draw = recent.find((one) => one.draw.month === row.month)?.draw
    if (!draw) continue
    const stillOpen = open.includes(row)
    claims.push({
      _id: row.claim.id,
      month: row.month,
      username: row.username,
      ...toListClaim(row.claim),
      claimBy: claimListBy(draw).toISOString(),
      isOpen: stillOpen,
      positionNow: stillOpen
        ? await findPositionNow(app, { ...row, entries: await readBoardsAtClose(row.month) })
        : null,
    })
  }
  return { open: await countOpen(app, months), claims }
}

/** Finds a student's position on a list made now; null if on no board, or below the first position after the cut. */
async function findPositionNow(
  app: App,
  { studentId, month, entries }: { studentId: string; month: string; entries: readonly BoardEntry[] },
): Promise<PositionNow | null> {
  const found = entries.find((entry) => entry.studentId === studentId)
  if (!found) return null
  const { ageCategory, position } = found
  return { ageCategory, position, leftOut: whyLeftOut(found, await readRules(app, app.db, month)) }
}

/**
 * Refuses a claim and tells the student why. Repeating the same answer changes nothing. Fails with `claim_answered`, and with
 * `claim_too_late` once the list can no longer be replaced: the claim is then published without an answer.
 */
export async function refuseClaim(
  app: App,
  who: AdminUser,
  { claimId, text }: { claimId: string; text: string },
): Promise<void> {
  const found = isId(claimId) ? await findClaim(app.db, claimId) : undefined
  if (!found) fail('not_found')
  const { month } = found
  await app.db.transaction(async (tx) => {
    await lockMonth(tx, month)
    const { studentId, ...claim } = await lockClaim(tx, claimId)
    if (claim.answer !== null)
      return claim.answer === 'refused' && claim.answerText === text ? undefined : fail('claim_answered')
    const { state } = await findDraw({ ...app, db: tx }, month)
    if (!isReplaceable(state, app.clock.now())) fail('claim_too_late')
    await tx
      .update(listClaims)
      .set({ answer: 'refused', answerText: text, answeredAt: app.clock.now(), answeredBy: who.id })
      .where(eq(listClaims.id, claimId))
    const details = { month }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'claim.refused', subject: studentId, details })
    await createNotification(app, tx, {
      to: { studentId },
      ...scholarshipMessages.refusedClaim({ month, answer: text }),
      type: 'scholarship',
      method: 'in-app+email',
    })
  })
}

async function findClaim(db: App['db'] | Tx, claimId: string) {
  const [row] = await db
    .select({ claim: listClaims, month: draws.month })
    .from(listClaims)
    .innerJoin(draws, eq(draws.id, listClaims.drawId))
    .where(eq(listClaims.id, claimId))
  return row
}

/** Returns a claim after locking its student, so that no erasure can interfere; otherwise fails with `not_found`. */
async function lockClaim(tx: Tx, claimId: string): Promise<ListClaimRow & { studentId: string }> {
  const [student] = await tx
    .select({ id: students.id })
    .from(students)
    .innerJoin(listClaims, eq(listClaims.studentId, students.id))
    .where(and(eq(listClaims.id, claimId), isNull(students.erasedAt)))
    .for('key share', { of: students })
  // Read again, because another admin may have answered before the lock.
  const claim = (await findClaim(tx, claimId))?.claim
  return student && claim ? { ...claim, studentId: student.id } : fail('not_found')
}

/** Accepts a month's open claims whose students are on a new list; its announcement tells them. */
export async function acceptClaims(
  app: App,
  tx: Tx,
  { who, draw: { id, month } }: { who: AdminUser; draw: DrawRow },
): Promise<void> {
  const listed = tx
    .select({ studentId: drawEntries.studentId })
    .from(drawEntries)
    .where(and(eq(drawEntries.drawId, id), couldWin))
  const lists = tx.select({ id: draws.id }).from(draws).where(eq(draws.month, month))
  const accepted = await tx
    .update(listClaims)
    .set({ answer: 'accepted', answeredAt: app.clock.now(), answeredBy: who.id })
    .where(and(isNull(listClaims.answer), inArray(listClaims.drawId, lists), inArray(listClaims.studentId, listed)))
    .returning({ studentId: listClaims.studentId })
  const details = { month }
  for (const { studentId } of accepted)
    if (studentId)
      await writeAuditLine(app, tx, { adminId: who.id, action: 'claim.accepted', subject: studentId, details })
}
