// When a draw happens: every time and round follows from the month and what was published, so nobody can choose one.
import { monthCloses } from '../rules.ts'

// The drand chains that decide draws, and the times of their rounds. Checking a round is in order.ts because it needs a heavy
// library.

export type Chain = {
  /** The chain's name: the hash of the values below (`hashChain`), 64 hex digits. */
  hash: string
  /** In hex. */
  publicKey: string
  /** Seconds from one round to the next. */
  period: number
  /** The time of round 1, in seconds since 1970. */
  genesis: number
  /** The hash of the group that founded the chain, in hex. */
  groupHash: string
  beaconId: string
  /** `unchained`: a signature is checked on its own. `chained`: together with the previous round's signature. */
  scheme: 'unchained' | 'chained'
}

/** drand's chain `quicknet`, which decides the draws. */
export const quicknet: Chain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  period: 3,
  genesis: 1_692_803_367,
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  beaconId: 'quicknet',
  scheme: 'unchained',
}

/** drand's older chain, which decides a draw if `quicknet` has shut down. */
export const defaultChain: Chain = {
  hash: '8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce',
  publicKey: '868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31',
  period: 30,
  genesis: 1_595_431_050,
  groupHash: '176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a',
  beaconId: 'default',
  scheme: 'chained',
}

/** drand's chains that decide draws. A draw on any other chain comes from a sandbox. */
export const knownChains: readonly Chain[] = [quicknet, defaultChain]

/** Returns the number of a chain's first round at or after an instant. */
export function roundAt(chain: Chain, at: Date): number {
  return Math.max(1, Math.ceil((at.getTime() / 1_000 - chain.genesis) / chain.period) + 1)
}

/** Returns the time of a round. */
export function timeOfRound(chain: Chain, round: number): Date {
  return new Date((chain.genesis + (round - 1) * chain.period) * 1_000)
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The list is frozen this long after the close, when the last answers from before the close have been stored. */
export const FREEZE_AFTER_MS = 10 * 60_000
/** How long a list is public before its round, so that entrants have time to look themselves up and complain. */
export const MIN_NOTICE_MS = 48 * HOUR_MS
/** How long before the round the entrants who cannot win are struck out. */
export const STRIKE_BEFORE_MS = HOUR_MS
/** How long before the round the strikes must be published at the latest, so that others can save them before the round is known. */
export const STRIKE_UNTIL_MS = HOUR_MS / 2
/** How long before the round admins lose the power to change who can win. */
export const CHANGES_CLOSE_BEFORE_MS = 2 * HOUR_MS
/** The minimum time between a disqualification and the round of the next attempt. */
export const REDRAW_AFTER_MS = DAY_MS
/** How long a winner's family has to answer before silence is a reason to disqualify. */
export const ANSWER_WITHIN_MS = 14 * DAY_MS
/** How much later than its file a time stamp may be: an authority needs a moment, and may be unreachable for a while. */
export const STAMP_GRACE_MS = HOUR_MS
/** How long a chain may be silent before the next chain in the rules decides. */
export const FALLBACK_AFTER_MS = 7 * DAY_MS
/** How long witnesses have to reveal their secrets before one who has not can be replaced. */
export const REVEAL_WITHIN_MS = 7 * DAY_MS
/** After this many attempts, a month whose winners were all disqualified ends without a winner. */
export const MAX_ATTEMPTS = 5

/**
 * Returns the time whose round decides: 12:00 UTC on the 3rd of the next month, or on the first day at least 48 hours after the
 * list was frozen, if that was late.
 */
export function drawTime(month: string, frozenAt: Date): Date {
  const { drawsAt } = monthCloses(month)
  const earliest = frozenAt.getTime() + MIN_NOTICE_MS
  if (drawsAt.getTime() >= earliest) return drawsAt
  const noon = new Date(earliest)
  noon.setUTCHours(12, 0, 0, 0)
  return noon.getTime() >= earliest ? noon : new Date(noon.getTime() + DAY_MS)
}

/** Returns the round of the attempt that a disqualification starts: the first at least 24 hours after it was published. */
export function redrawRound(chain: Chain, disqualifiedAt: Date): number {
  return roundAt(chain, new Date(disqualifiedAt.getTime() + REDRAW_AFTER_MS))
}

/** Whether the rules allow a list to have this round: that of 12:00 UTC on the 3rd of the next month or a later day. */
export function isDrawRound(chain: Chain, month: string, round: number): boolean {
  const noon = timeOfRound(chain, round)
  noon.setUTCHours(12, 0, 0, 0)
  return noon >= monthCloses(month).drawsAt && roundAt(chain, noon) === round
}
