// Messages about a prize. The winner gets notifications; the guardian and the admins get mails. A job contains only ids:
// addresses and links are found when the mail is written.
import { changeClaim, recordPayout } from '@baobab/contract/scholarship/prize.ts'
import { isAllowed, listRoles } from '@baobab/contract/accounts/rules.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { formatDeadline, prizeText } from '@baobab/contract/scholarship/text.ts'
import { eq, or } from 'drizzle-orm'
import { findAdminById, isAdminAllowed, toLookupKey } from '../accounts/queries.ts'
import { admins } from '../accounts/tables.ts'
import * as mails from '../mails/prize.ts'
import { createNotification } from '../notifications/create-notification.ts'
import type { App } from '../platform/app.ts'
import { isId, type Db, type Tx } from '../platform/database/database.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { computeHmac } from '../platform/security/tokens.ts'
import { drawColumns } from './draw-rows.ts'
import { findAskedAddress, findMissing, type GuardianAddress } from './prize-rules.ts'
import { prizeClaimVersions } from './prize-tables.ts'
import { loadPrize, type Prize, type Version } from './prizes.ts'
import { loadDraw } from './load-draw.ts'
import { draws } from './tables.ts'

type PrizeMail =
  | { kind: 'claim-changed'; claimSeq: number; to: GuardianAddress }
  | { kind: 'agreement-recorded'; claimSeq: number; to: GuardianAddress }
  | { kind: 'reminder'; drawId: string; attempt: number }
  | { kind: 'claim-changed-admin'; drawId: string; adminId: string }
  | { kind: 'redraw-proposed'; drawId: string; adminId: string }

export const prizeMails = defineMailQueue<PrizeMail>('prize-mails', { retryLimit: 20 })

/** The roles of admins who may change a claim or pay a prize. */
const aboutPrizes = [changeClaim.who, recordPayout.who] as const

/** Returns the token of the link a guardian uses to agree to one version of a claim. */
export function deriveAgreementToken(app: Pick<App, 'keys'>, { seq, drawId, attempt, at }: Version): string {
  // Includes the time, because after a restore from a backup another version may get the same number.
  const parts = `${seq} ${drawId} ${attempt} ${at.getTime()}`
  return computeHmac(app.keys.resets, 'prize agreement', parts).toString('base64url')
}

/** Returns a guardian's known addresses, each once. */
function listGuardianAddresses({ guardianEmail }: Prize, version: Version, before?: Version) {
  const all: [GuardianAddress, string | null | undefined][] = [
    ['account', guardianEmail],
    ['claim', version.guardianEmail],
    ['before', before?.guardianEmail],
  ]
  const known = all.flatMap(([to, address]) => (address ? [{ to, address }] : []))
  return known.filter(
    ({ address }, n) => known.findIndex((one) => toLookupKey(one.address) === toLookupKey(address)) === n,
  )
}

/** Mails every admin who handles prizes. */
export async function mailAdmins(
  app: App,
  tx: Tx,
  kind: 'claim-changed-admin' | 'redraw-proposed',
  drawId: string,
): Promise<void> {
  const isOfPrizes = or(...aboutPrizes.map(isAdminAllowed))
  const recipients = await tx.select({ id: admins.id }).from(admins).where(isOfPrizes)
  for (const { id: adminId } of recipients) await app.jobs.send(tx, prizeMails, { kind, drawId, adminId })
}

/** Notifies the winner of a prize, in the app and by mail. */
export async function notifyWinner(
  app: App,
  tx: Tx,
  studentId: string,
  message: { title: string; description: string },
): Promise<void> {
  await createNotification(app, tx, {
    to: { studentId },
    ...message,
    type: 'scholarship',
    method: 'in-app+email',
  })
}

/** Tells the winner, every known guardian and the admins that a claim was sent or changed. */
export async function tellClaimChanged(
  app: App,
  tx: Tx,
  { prize, version }: { prize: Prize; version: Version },
): Promise<void> {
  const before = prize.versions.at(-1)
  const { month, id: drawId } = prize.draw
  const { studentId, reason, seq: claimSeq } = version
  await notifyWinner(app, tx, studentId, prizeText.claimNews({ month, isFirst: !before, reason }))
  for (const { to } of listGuardianAddresses(prize, version, before))
    await app.jobs.send(tx, prizeMails, { kind: 'claim-changed', claimSeq, to })
  await mailAdmins(app, tx, 'claim-changed-admin', drawId)
}

/** Tells the winner and the guardian that an agreement was recorded. */
export async function tellAgreement(
  app: App,
  tx: Tx,
  { prize, version }: { prize: Prize; version: Version },
): Promise<void> {
  const { month } = prize.draw
  await notifyWinner(app, tx, version.studentId, prizeText.agreementNews({ month }))
  for (const { to } of listGuardianAddresses(prize, version))
    await app.jobs.send(tx, prizeMails, { kind: 'agreement-recorded', claimSeq: version.seq, to })
}

/** Finds the prize that a version of a claim is about; undefined once the account is erased or another entry was drawn. */
export async function findPrizeOfClaim(
  app: App,
  db: Db | Tx,
  seq: number,
): Promise<{ prize: Prize; version: Version } | undefined> {
  const [row] = await db.select().from(prizeClaimVersions).where(eq(prizeClaimVersions.seq, seq))
  const prize = row && (await findPrizeOfDraw(app, db, row.drawId))
  const version = prize?.versions.find((one) => one.seq === seq)
  return prize && version ? { prize, version } : undefined
}

async function findPrizeOfDraw(app: App, db: Db | Tx, drawId: string): Promise<Prize | undefined> {
  const [draw] = isId(drawId) ? await db.select(drawColumns).from(draws).where(eq(draws.id, drawId)) : []
  return draw && loadPrize(app, db, await loadDraw(app, db, draw))
}

/** Sends one mail, or drops it if its subject has changed. */
export async function sendPrizeMail(app: App, mail: PrizeMail): Promise<void> {
  if (mail.kind === 'reminder') return sendReminder(app, mail)
  if (mail.kind === 'claim-changed' || mail.kind === 'agreement-recorded') return sendToGuardian(app, mail)
  const admin = await findAdminById(app.db, mail.adminId)
  const [draw] = await app.db.select({ month: draws.month }).from(draws).where(eq(draws.id, mail.drawId))
  if (!draw || !admin || admin.removedAt || !aboutPrizes.some((who) => isAllowed(who, listRoles(admin)))) return
  const values = { month: monthName(draw.month), publicUrl: app.config.publicUrl }
  const body = mail.kind === 'redraw-proposed' ? mails.redrawProposedMail(values) : mails.claimChangedAdminMail(values)
  await app.mailer.send({ to: admin.email, ...body })
}

async function sendToGuardian(
  app: App,
  { kind, claimSeq, to }: Extract<PrizeMail, { claimSeq: number }>,
): Promise<void> {
  const found = await findPrizeOfClaim(app, app.db, claimSeq)
  if (!found) return
  const { prize, version } = found
  const before = prize.versions[prize.versions.indexOf(version) - 1]
  const addresses = { account: prize.guardianEmail, claim: version.guardianEmail, before: before?.guardianEmail }
  const address = addresses[to]
  if (!address) return
  const values = describe(app, prize)
  const { reason } = version
  const body =
    kind === 'agreement-recorded'
      ? mails.agreementRecordedMail(values)
      : mails.claimChangedMail({
          ...values,
          isFirst: !before,
          reason,
          // The former guardian is not told who the new one is.
          claim: to === 'before' ? null : version,
          link: isAsked(prize, to) && prize.versions.at(-1) === version ? toAgreementLink(app, version) : null,
        })
  await app.mailer.send({ to: address, ...body })
}

/** Returns whether an address is asked to agree. */
function isAsked({ agreement, guardianEmail, versions }: Prize, to: GuardianAddress): boolean {
  return agreement === 'missing' && to === findAskedAddress(versions, guardianEmail)
}

function describe(app: App, { username, draw, claimBy, isConfirmed }: Prize) {
  return {
    username: username ?? '',
    month: monthName(draw.month),
    // A confirmed prize waits for an agreement as long as it takes.
    claimBy: isConfirmed ? null : formatDeadline(claimBy),
    publicUrl: app.config.publicUrl,
  }
}

function toAgreementLink(app: App, version: Version): string {
  const query = new URLSearchParams({ claim: String(version.seq), token: deriveAgreementToken(app, version) })
  return `${app.config.publicUrl}/guardian-prize?${query.toString()}`
}

/** Reminds the guardian, unless everything is complete by now. */
async function sendReminder(app: App, { drawId, attempt }: { drawId: string; attempt: number }): Promise<void> {
  const prize = await findPrizeOfDraw(app, app.db, drawId)
  if (!prize || prize.attempt !== attempt || prize.isConfirmed || prize.claimBy <= app.clock.now()) return
  const version = prize.versions.at(-1)
  const missing = findMissing({ hasClaim: version !== undefined, agreement: prize.agreement })
  const address = prize.guardianEmail ?? version?.guardianEmail
  if (!missing || !address) return
  const to = prize.guardianEmail ? 'account' : 'claim'
  const link = version && isAsked(prize, to) ? toAgreementLink(app, version) : null
  const values = { ...describe(app, prize), claimBy: formatDeadline(prize.claimBy) }
  await app.mailer.send({ to: address, ...mails.prizeReminderMail(values, { missing, link }) })
}
