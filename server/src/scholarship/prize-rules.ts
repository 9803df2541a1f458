// Decides what is still missing before a prize can be given, and what happens as time passes.
import { isSamePhoneNumber } from '../platform/phone-numbers.ts'
import { ageAt } from '@baobab/contract/accounts/rules.ts'
import { ADULT_AGE, CLAIM_MS, CLAIM_REMINDER_DAYS } from '@baobab/contract/scholarship/rules.ts'
import type { DisqualificationReason } from '@baobab/contract/scholarship/draw/list.ts'
import type { MissingForPrize } from '@baobab/contract/scholarship/text.ts'
import type { AgreementState, NameState } from '@baobab/contract/scholarship/prize.ts'
import type { DrawEvent } from './rules.ts'

const DAY_MS = 86_400_000

/** A version of a claim whose account has not been erased. */
export type ClaimVersion = {
  seq: number
  guardianName: string
  guardianPhone: string
  guardianEmail: string
  publicName: string
}

/** The versions for which something was approved. */
export type Approved = { agreement: ReadonlySet<number>; 'public-name': ReadonlySet<number> }

/** Returns the latest approved version, if every version since says the same. */
function isStillApproved(
  versions: readonly ClaimVersion[],
  approved: ReadonlySet<number>,
  saysTheSame: (earlier: ClaimVersion, later: ClaimVersion) => boolean,
): boolean {
  for (let n = versions.length - 1; n >= 0; n -= 1) {
    const version = versions[n]
    if (!version) return false
    if (approved.has(version.seq)) return true
    const before = versions[n - 1]
    if (!before || !saysTheSame(before, version)) return false
  }
  return false
}

/** Which of a guardian's known addresses: the account's, the claim's, or the previous claim's. */
export type GuardianAddress = 'account' | 'claim' | 'before'

/**
 * Returns which address is asked to agree through a link: that of the account's guardian if there is one, or else the claim's
 * if the winner gave it. An address entered only by an admin is not asked, because it could be the admin's own.
 * @param versions of the claim, oldest first
 */
export function findAskedAddress(
  versions: readonly (Pick<ClaimVersion, 'guardianEmail'> & { adminId: string | null })[],
  guardianEmail: string | null,
): 'account' | 'claim' | undefined {
  if (guardianEmail) return 'account'
  const address = versions.at(-1)?.guardianEmail
  const isFromWinner = versions.some((one) => one.adminId === null && one.guardianEmail === address)
  return address && isFromWinner ? 'claim' : undefined
}

/**
 * Returns whether a version keeps everything that a guardian agreed to. A name may be withdrawn, because then less is shown
 * than was agreed.
 */
function keepsAgreement(earlier: ClaimVersion, later: ClaimVersion): boolean {
  const keepsGuardian =
    earlier.guardianName === later.guardianName &&
    isSamePhoneNumber(earlier.guardianPhone, later.guardianPhone) &&
    earlier.guardianEmail === later.guardianEmail
  return keepsGuardian && (later.publicName === earlier.publicName || later.publicName === '')
}

/**
 * Returns whether a guardian has agreed to the claim in its current form. A different guardian or name needs a new agreement.
 * @param versions of the claim, oldest first
 */
export function readAgreement(
  versions: readonly ClaimVersion[],
  { approved, isMinor }: { approved: Approved; isMinor: boolean },
): AgreementState {
  if (!isMinor) return 'not-needed'
  return isStillApproved(versions, approved.agreement, keepsAgreement) ? 'agreed' : 'missing'
}

/**
 * Returns the state of a claim's public name. A changed name needs a new confirmation, even if the earlier one was confirmed.
 * @param versions of the claim, oldest first
 */
export function readNameState(versions: readonly ClaimVersion[], approved: Approved): NameState {
  const name = versions.at(-1)?.publicName ?? ''
  if (name === '') return 'none'
  const isSame = (earlier: ClaimVersion, later: ClaimVersion) => earlier.publicName === later.publicName
  return isStillApproved(versions, approved['public-name'], isSame) ? 'confirmed' : 'waiting'
}

/**
 * Returns whether a guardian has to agree to a winner's prize, by the age when the month closed.
 * @param birth YYYY-MM-DD
 */
export const isMinorAt = (birth: string, closesAt: Date) => ageAt(birth, closesAt) < ADULT_AGE

/** Returns what is still missing before a prize can be handed over. */
export function findMissing(prize: { hasClaim: boolean; agreement: AgreementState }): MissingForPrize | undefined {
  if (!prize.hasClaim) return 'claim'
  return prize.agreement === 'missing' ? 'agreement' : undefined
}

/** The reason for a redraw, by what is missing. */
export const redrawReasons: Record<MissingForPrize, DisqualificationReason> = {
  claim: 'unreachable',
  agreement: 'no-guardian-consent',
}

type StoredEvent = DrawEvent & { adminId: string | null }
type Attempt = { attempt: number; index: number; drawnAt: Date }

/**
 * Returns whether an event gives the winner the full time again: a hold that ended, or an automatic redraw proposal that was
 * withdrawn.
 */
function beginsTimeAgain(events: readonly StoredEvent[], n: number, { attempt, index }: Attempt): boolean {
  const event = events[n]
  if (event?.attempt !== attempt) return false
  if (event.kind === 'changed') {
    const { index: changed, change } = event.data
    return changed === index && (change === 'released' || change === 'restored')
  }
  return event.kind === 'proposal-withdrawn' && hasProposedItself(events.slice(0, n), attempt)
}

/** Returns whether a redraw of an attempt was proposed automatically. */
export const hasProposedItself = (events: readonly StoredEvent[], attempt: number) =>
  events.some(
    (event) => event.kind === 'disqualification-proposed' && event.attempt === attempt && event.adminId === null,
  )

/** Returns the deadline for a winner to claim the prize, and for a guardian to agree. */
export function claimDeadline(events: readonly StoredEvent[], winner: Attempt): Date {
  const last = events.findLast((_, n) => beginsTimeAgain(events, n, winner))
  // An entrant's hold may also have ended before the draw.
  const since = Math.max(winner.drawnAt.getTime(), last?.at.getTime() ?? 0)
  return new Date(since + CLAIM_MS)
}

/** Returns the reminders that are due, as days before the deadline; none once it has passed. */
export function listDueReminders(deadline: Date, now: Date): number[] {
  const left = deadline.getTime() - now.getTime()
  return left <= 0 ? [] : CLAIM_REMINDER_DAYS.filter((days) => left <= days * DAY_MS)
}
