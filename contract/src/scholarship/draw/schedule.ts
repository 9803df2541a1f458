// When a draw happens: every time and round follows from the month and from what was published, so nobody can choose one.
import { roundAt, timeOfRound, type Chain } from './chain.ts'
import { monthCloses } from '../month.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The list is frozen this long after the close, when the last answers before it are stored. */
export const FREEZE_AFTER_MS = 10 * 60_000
/** How long a list is public before its round: time for entrants to look it up and complain. */
export const MIN_NOTICE_MS = 48 * HOUR_MS
/** How long before the round those who cannot win are struck out. */
export const STRIKE_BEFORE_MS = HOUR_MS
/** How long before the round that has to be published at the latest, so that others can save it before the round is known. */
export const STRIKE_UNTIL_MS = HOUR_MS / 2
/** How long before the round admins can no longer change who can win. */
export const CHANGES_CLOSE_BEFORE_MS = 2 * HOUR_MS
/** How long after a disqualification the round of the next attempt comes, at least. */
export const REDRAW_AFTER_MS = DAY_MS
/** How long the people around a winner have to answer, before that is a reason to disqualify. */
export const ANSWER_WITHIN_MS = 14 * DAY_MS
/** How much later than a file its time stamp may be: an authority needs a moment, and may be away for some. */
export const STAMP_GRACE_MS = HOUR_MS
/** How long a chain may be silent before the next chain of the rules decides. */
export const FALLBACK_AFTER_MS = 7 * DAY_MS
/** How long witnesses have to reveal their secrets, before one who did not can be replaced. */
export const REVEAL_WITHIN_MS = 7 * DAY_MS
/** A month whose winners were all disqualified is declared without a winner after this many attempts. */
export const MAX_ATTEMPTS = 5

/**
 * Returns the time whose round decides: 12:00 UTC on the 3rd of the next month, or on the first day at least 48 hours after
 * a list that was frozen late.
 */
export function drawTime(month: string, frozenAt: Date): Date {
  const { drawsAt } = monthCloses(month)
  const earliest = frozenAt.getTime() + MIN_NOTICE_MS
  if (drawsAt.getTime() >= earliest) return drawsAt
  const noon = new Date(earliest)
  noon.setUTCHours(12, 0, 0, 0)
  return noon.getTime() >= earliest ? noon : new Date(noon.getTime() + DAY_MS)
}

/** Returns the round of the attempt that a disqualification begins: the first at least 24 hours after its publication. */
export function redrawRound(chain: Chain, disqualifiedAt: Date): number {
  return roundAt(chain, new Date(disqualifiedAt.getTime() + REDRAW_AFTER_MS))
}

/** Whether a round of a list is one that the rules allow: that of 12:00 UTC on the 3rd of the next month or a later day. */
export function isDrawRound(chain: Chain, month: string, round: number): boolean {
  const noon = timeOfRound(chain, round)
  noon.setUTCHours(12, 0, 0, 0)
  return noon >= monthCloses(month).drawsAt && roundAt(chain, noon) === round
}
