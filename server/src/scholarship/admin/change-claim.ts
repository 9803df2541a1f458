// Admin actions on a winner's claim: changing it with a reason, confirming the public name, and recording a guardian's
// agreement by phone.
import { requirePhoneNumber } from '../../platform/phone-numbers.ts'
import { recordAgreement } from '@baobab/contract/scholarship/prize.ts'
import type { ChangedClaimForm } from '@baobab/contract/scholarship/forms.ts'
import { prizeText } from '@baobab/contract/scholarship/text.ts'
import { findPublicNameFault } from '@baobab/contract/scholarship/rules.ts'
import { requireAgreement, ruleOnMatter } from '../../accounts/admin/two-admins.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { addVersion, isSomebodysUsername, requireUsable } from '../claim-prize.ts'
import { storeAgreement } from '../guardian-agreement.ts'
import { notifyWinner } from '../prize-mails.ts'
import { prizeApprovals } from '../prize-tables.ts'
import { lockPrize, type Prize, type Version } from '../prizes.ts'

type Claimed = { prize: Prize; version: Version; studentId: string }

/** Runs an action on a month's claim, on only one server at a time. Fails with `not_found` or `prize_unclaimed` if there is none. */
async function onClaim<T>(app: App, month: string, action: (tx: Tx, claimed: Claimed) => Promise<T>): Promise<T> {
  return app.db.transaction(async (tx) => {
    const prize = (await lockPrize(app, tx, month)).prize ?? fail('not_found')
    const version = prize.versions.at(-1) ?? fail('prize_unclaimed')
    return action(tx, { prize, version, studentId: version.studentId })
  })
}

type AboutClaim = { kind: 'claim_changed' | 'name_confirmed' | 'agreement_recorded'; prize: Prize }

async function audit(app: App, tx: Tx, who: AdminUser, { kind, prize }: AboutClaim): Promise<void> {
  const { draw, attempt } = prize
  // Contains neither the reason nor the changes: both may name somebody, and an audit line cannot be erased.
  const line = { action: `prize.${kind}`, subject: draw.id, details: { month: draw.month, attempt } }
  await writeAuditLine(app, tx, { adminId: who.id, ...line })
}

/** Appends a new version of a claim, and tells the winner, the guardian and the admins. @returns the message for the admin */
export async function changeClaim(
  app: App,
  who: AdminUser,
  { month, reason, ...contents }: ChangedClaimForm & { month: string },
): Promise<string> {
  requirePhoneNumber('guardianPhone', contents.guardianPhone)
  await onClaim(app, month, async (tx, { prize, studentId }) => {
    await requireUsable(tx, { studentId, ...contents })
    await addVersion(app, tx, { prize, studentId, contents, by: { adminId: who.id, reason } })
    await audit(app, tx, who, { kind: 'claim_changed', prize })
  })
  return prizeText.changed
}

type Seen = { month: string; version: number }

/**
 * Confirms a claim's public name, which is then shown. Fails with `guardian_not_agreed` while a guardian still has to agree,
 * and with `name_not_usable`: names older than the rules were not checked, and a username may have been taken since.
 * @returns the message for the admin
 */
export async function confirmPublicName(app: App, who: AdminUser, { month, version: seen }: Seen): Promise<string> {
  await onClaim(app, month, async (tx, { prize, version, studentId }) => {
    requireSeen(version, seen)
    if (prize.name === 'confirmed') return
    const { publicName } = version
    const isUsable =
      publicName !== '' &&
      findPublicNameFault(publicName) === undefined &&
      !(await isSomebodysUsername(tx, { studentId, publicName }))
    if (!isUsable) fail('name_not_usable')
    if (prize.agreement === 'missing') fail('guardian_not_agreed')
    const values = { claimSeq: version.seq, kind: 'public-name' as const, adminId: who.id, at: app.clock.now() }
    await tx.insert(prizeApprovals).values(values)
    await audit(app, tx, who, { kind: 'name_confirmed', prize })
    await notifyWinner(app, tx, studentId, prizeText.nameNews({ month }))
  })
  return prizeText.nameConfirmed
}

/**
 * Records that a guardian agreed by phone to the claim in its current form. Fails with `own_decision` if the caller made the
 * last change and another admin could record it: otherwise one admin could redirect the prize to another number and agree in
 * the guardian's place.
 * @returns the message for the admin
 */
export async function recordPhoneAgreement(app: App, who: AdminUser, { month, version: seen }: Seen): Promise<string> {
  await onClaim(app, month, async (tx, { prize, version }) => {
    requireSeen(version, seen)
    const own = prize.versions.find(({ adminId }) => adminId === who.id)
    if (own) await requireOther(app, tx, who, own)
    if (await storeAgreement(app, tx, { prize, version, adminId: who.id }))
      await audit(app, tx, who, { kind: 'agreement_recorded', prize })
  })
  return prizeText.agreementRecorded
}

function requireSeen(version: Version, seen: number): void {
  if (version.seq !== seen) fail('claim_changed')
}

/** Requires that nobody else could record the agreement to the caller's change. */
async function requireOther(app: App, tx: Tx, who: AdminUser, { at }: Version): Promise<void> {
  const ruling = await ruleOnMatter(app, tx, who, { began: at, decidedBy: recordAgreement })
  requireAgreement(ruling, true, { own: 'own_decision' })
}
