// A parent or guardian agrees to a prize through the mailed link, or by phone, which an admin records.
import { prizeText } from '@baobab/contract/scholarship/text.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { readAgreementRequest } from '@baobab/contract/scholarship/prize.ts'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import { isSameSecret } from '../platform/security/tokens.ts'
import { deriveAgreementToken, findPrizeOfClaim, tellAgreement } from './prize-mails.ts'
import { prizeApprovals } from './prize-tables.ts'
import { lockPrize, type Prize, type Version } from './prizes.ts'

/** The parameters of a guardian's link. */
export type AgreementLink = { claim: string; token: string }

type Asked = { prize: Prize; version: Version }

/**
 * Finds the claim that a link is about. Fails with `token_invalid` if the link is forged, if the claim has changed since, or
 * once nobody needs to agree any more.
 */
async function findAsked(app: App, db: Db | Tx, { claim, token }: AgreementLink): Promise<Asked> {
  const found = /^\d{1,15}$/.test(claim) ? await findPrizeOfClaim(app, db, Number(claim)) : undefined
  if (!found || !isSameSecret(token, deriveAgreementToken(app, found.version))) fail('token_invalid')
  const { prize, version } = found
  const isOver = prize.versions.at(-1) !== version || prize.agreement === 'not-needed'
  return isOver ? fail('token_invalid') : found
}

/** Returns the data for the guardian's page. */
export async function readRequest(app: App, link: AgreementLink): Promise<ReplyOf<typeof readAgreementRequest>> {
  const { prize, version } = await findAsked(app, app.db, link)
  const { guardianName, guardianPhone, publicName } = version
  return {
    month: prize.draw.month,
    username: prize.username ?? '',
    guardianName,
    guardianPhone,
    publicName,
    agreeBy: prize.isConfirmed ? null : prize.claimBy.toISOString(),
    hasAgreed: prize.agreement === 'agreed',
  }
}

/** Stores that a guardian agreed through the mailed link. Safe to repeat. @returns the message for the guardian */
export async function agreeToPrize(app: App, link: AgreementLink): Promise<string> {
  const { month } = (await findAsked(app, app.db, link)).prize.draw
  await app.db.transaction(async (tx) => {
    await lockPrize(app, tx, month)
    await storeAgreement(app, tx, { ...(await findAsked(app, tx, link)), adminId: null })
  })
  return prizeText.guardianAgreed
}

/**
 * Stores that a guardian agreed to the claim in its current form, and tells the winner and the guardian. The caller has locked
 * the prize.
 * @returns false if it was already stored
 */
export async function storeAgreement(
  app: App,
  tx: Tx,
  { prize, version, adminId }: Asked & { adminId: string | null },
): Promise<boolean> {
  if (prize.agreement !== 'missing') return false
  const values = { claimSeq: version.seq, kind: 'agreement' as const, adminId, at: app.clock.now() }
  await tx.insert(prizeApprovals).values(values)
  await tellAgreement(app, tx, { prize, version })
  return true
}
