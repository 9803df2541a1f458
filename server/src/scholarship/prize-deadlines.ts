// Deadlines of a prize that is waiting for its winner or the guardian: reminders, and finally a redraw that is proposed
// automatically. Admins decide on it like on any other proposal.
import { prizeText, type MissingForPrize } from '@baobab/contract/scholarship/text.ts'
import { writeAuditLine } from '../platform/audit/write-audit-line.ts'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { attemptAll } from './attempt-all.ts'
import { mailAdmins, notifyWinner, prizeMails } from './prize-mails.ts'
import { findMissing, listDueReminders, redrawReasons } from './prize-rules.ts'
import { prizeReminders } from './prize-tables.ts'
import { findPrize, lockPrize, type Prize } from './prizes.ts'
import { findProposal } from './rules.ts'
import type { LoadedDraw } from './load-draw.ts'
import { listLatestDraws } from './run-draw.ts'
import { drawEvents } from './tables.ts'

type Waiting = { loaded: LoadedDraw; prize: Prize; missing: MissingForPrize }

/** Returns what a prize is waiting for; undefined if it has no deadline. */
function findWaiting({ loaded, prize }: { loaded: LoadedDraw; prize: Prize | undefined }): Waiting | undefined {
  if (!prize || prize.isConfirmed || prize.isHeld || findProposal(loaded.events)) return undefined
  const missing = findMissing({ hasClaim: prize.versions.length > 0, agreement: prize.agreement })
  return missing && { loaded, prize, missing }
}

/** Reminds winners and guardians, and proposes redraws, once each however many servers there are. */
export async function workOnPrizes(app: App): Promise<void> {
  await attemptAll(await listLatestDraws(app.db), async ({ month }) => {
    if (!isDue(app, findWaiting(await findPrize(app, app.db, month)))) return
    await app.db.transaction(async (tx) => {
      // Read again under the lock, because another server, the winner or an admin may have been faster.
      const waiting = findWaiting(await lockPrize(app, tx, month))
      if (!waiting || !isDue(app, waiting)) return
      await (waiting.prize.claimBy <= app.clock.now() ? proposeRedraw(app, tx, waiting) : remind(app, tx, waiting))
    })
  })
}

/** Returns whether there may be something to do; whether a reminder was already sent is read under the lock. */
function isDue({ clock }: App, waiting: Waiting | undefined): boolean {
  if (!waiting) return false
  const { claimBy } = waiting.prize
  return claimBy <= clock.now() || listDueReminders(claimBy, clock.now()).length > 0
}

async function proposeRedraw(app: App, tx: Tx, { loaded, prize, missing }: Waiting): Promise<void> {
  const { attempt, index, studentId } = prize
  const reason = studentId === null ? 'erased' : redrawReasons[missing]
  const { id: drawId, month } = loaded.draw
  const event = { drawId, kind: 'disqualification-proposed' as const, attempt, data: { index, reason } }
  await tx.insert(drawEvents).values({ ...event, adminId: null, at: app.clock.now() })
  const details = { month, attempt, index, reason }
  await writeAuditLine(app, tx, { adminId: null, action: `draw.${event.kind}`, subject: drawId, details })
  await mailAdmins(app, tx, 'redraw-proposed', drawId)
  if (studentId !== null) await notifyWinner(app, tx, studentId, prizeText.timeIsOver({ month, missing }))
}

/** Sends one reminder for all that are due: after a server outage there may be two. */
async function remind(app: App, tx: Tx, { loaded, prize, missing }: Waiting): Promise<void> {
  const { claimBy, attempt, studentId } = prize
  const { id: drawId, month } = loaded.draw
  if (studentId === null) return
  const now = app.clock.now()
  const due = listDueReminders(claimBy, now)
  const stored = await tx
    .insert(prizeReminders)
    .values(due.map((daysBefore) => ({ drawId, attempt, claimBy, daysBefore, sentAt: now })))
    .onConflictDoNothing()
    .returning({ daysBefore: prizeReminders.daysBefore })
  if (stored.length === 0) return
  const { publicUrl } = app.config
  await notifyWinner(app, tx, studentId, prizeText.reminder({ month, missing, claimBy, publicUrl }))
  await app.jobs.send(tx, prizeMails, { kind: 'reminder', drawId, attempt })
}
