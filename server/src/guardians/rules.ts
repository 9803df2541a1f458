// Rules of guardians' accounts that need no database.

/** Companies give the numbers of people who are silent for months to others, so such a number proves nothing any more. */
const NUMBER_STALE_MS = 180 * 24 * 3_600_000

/** Returns whether an account has not been used for so long that its phone number may belong to somebody else by now. */
export function isNumberStale(lastActiveAt: Date, now: Date): boolean {
  return now.getTime() - lastActiveAt.getTime() >= NUMBER_STALE_MS
}
