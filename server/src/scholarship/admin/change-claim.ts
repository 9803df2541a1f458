// What admins do with the claim of a winner: change it with a reason, confirm the public name, and record that a guardian agreed on
// the phone.
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

/** Runs an action on the claim of a month, on only one server at a time. Fails with `not_found` or `prize_unclaimed` without one. */
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
  // Neither the reason nor what was changed: both may name somebody, and a line cannot be erased.
  const line = { action: `prize.${kind}`, subject: draw.id, details: { month: draw.month, attempt } }
  await writeAuditLine(app, tx, { adminId: who.id, ...line })
}

/** Appends another version of a claim, and tells the winner, the guardian and the admins. @returns the message for the admin */
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
 * Confirms the public name of a claim, which is then shown. Fails with `guardian_not_agreed` while a guardian has to agree first,
 * and with `name_not_usable`: names from before the rules were not checked, and a username may be taken since.
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
 * Records that a guardian agreed on the phone to a claim as it is. Fails with `own_decision` if the caller changed the claim last
 * and another admin could record it: alone, one could lead the prize to another number and agree in the guardian's place.
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

/** Requires that nobody else could record what follows from a change of the caller. */
async function requireOther(app: App, tx: Tx, who: AdminUser, { at }: Version): Promise<void> {
  const ruling = await ruleOnMatter(app, tx, who, { began: at, decidedBy: recordAgreement })
  requireAgreement(ruling, true, { own: 'own_decision' })
}
