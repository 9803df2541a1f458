// Prizes from the admins' side. A payout is recorded after it was made elsewhere: no money moves here.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { AdminClaim, AdminPrize } from '@baobab/contract/scholarship/prize.ts'
import { scholarshipMessages, scholarshipText } from '@baobab/contract/scholarship/text.ts'
import { eq, inArray } from 'drizzle-orm'
import { admins } from '../../accounts/tables.ts'
import { auditRead, writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import { createNotification } from '../../notifications/create-notification.ts'
import type { App } from '../../platform/app.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { loadPrize, lockPrize, prizeState, requireComplete, toClaim, type Prize, type Version } from '../prizes.ts'
import { findProposal } from '../rules.ts'
import { tryLoadDraw } from '../load-draw.ts'
import { listLatestDraws } from '../run-draw.ts'
import { prizePayouts } from '../tables.ts'

/** Returns the prize of every month with a winner, newest first. Reading the contact details leaves an audit line. */
export async function listPrizes(app: App, who: AdminUser): Promise<AdminPrize[]> {
  const prizes: AdminPrize[] = []
  for (const row of await listLatestDraws(app.db)) {
    const loaded = await tryLoadDraw(app, row)
    const prize = loaded && (await loadPrize(app, app.db, loaded))
    if (prize) prizes.push(await toAdminPrize(app, prize))
  }
  const months = prizes.filter(({ claim }) => claim).map(({ month }) => month)
  if (months.length > 0)
    await auditRead(app, { adminId: who.id, action: 'prize.contacts_read', details: { months: months.join(', ') } })
  return prizes
}

async function toAdminPrize(app: App, prize: Prize): Promise<AdminPrize> {
  const { draw, index, username, drawnAt, claimBy, agreement, name } = prize
  const [claim = null, ...earlierClaims] = (await toAdminClaims(app, prize)).toReversed()
  return {
    month: draw.month,
    state: prizeState(prize),
    index,
    username,
    drawnAt: drawnAt.toISOString(),
    claimBy: claimBy.toISOString(),
    claim,
    earlierClaims,
    agreement,
    name,
    payout: await toPayout(app, prize),
  }
}

/** Returns a claim's versions for admins, oldest first. */
async function toAdminClaims(app: App, { versions }: Prize): Promise<AdminClaim[]> {
  const ids = versions.flatMap(({ adminId }) => adminId ?? [])
  const { id, username } = admins
  const changers = await app.db.select({ id, username }).from(admins).where(inArray(id, ids))
  return versions.map((version: Version) => ({
    ...toClaim(version),
    version: version.seq,
    changedBy: changers.find((admin) => admin.id === version.adminId)?.username ?? null,
    reason: version.reason,
  }))
}

async function toPayout(app: App, { payout }: Prize): Promise<AdminPrize['payout']> {
  if (!payout) return null
  const { paidOn, receipt, at, adminId } = payout
  const [admin] = await app.db.select({ username: admins.username }).from(admins).where(eq(admins.id, adminId))
  return { paidOn, receipt, recordedBy: admin?.username ?? '', recordedAt: at.toISOString() }
}

type Payout = { month: string; paidOn: string; receipt: string }

/**
 * Records that a confirmed winner's prize was paid, and tells the winner the first time. Fails with `invalid` for a day in the
 * future, with `winner_is_held` while the prize is on hold, and without a claim or, under 18, a guardian's agreement. A prize
 * paid before these were required can still get another record.
 * @returns the message for the admin
 */
export async function recordPayout(app: App, who: AdminUser, { month, paidOn, receipt }: Payout): Promise<string> {
  const now = app.clock.now()
  if (paidOn > lagosDate(now)) failField('paidOn', scholarshipText.paidInFuture)
  await app.db.transaction(async (tx) => {
    const { loaded, prize } = await lockPrize(app, tx, month)
    if (!prize?.isConfirmed) fail('winner_not_confirmed')
    if (findProposal(loaded.events)) fail('already_proposed')
    if (prize.isHeld) fail('winner_is_held')
    if (!prize.payout) requireComplete(prize)
    const { draw, attempt, studentId, payout } = prize
    if (payout?.paidOn === paidOn && payout.receipt === receipt) return
    await tx.insert(prizePayouts).values({ drawId: draw.id, attempt, paidOn, receipt, adminId: who.id, at: now })
    const details = { month, attempt, paidOn }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'prize.paid', subject: draw.id, details })
    if (payout || !studentId) return
    await createNotification(app, tx, {
      to: { studentId },
      ...scholarshipMessages.paid({ month }),
      type: 'scholarship',
      method: 'in-app+email',
    })
  })
  return scholarshipText.payoutRecorded
}
