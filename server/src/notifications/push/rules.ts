const MINUTE_MS = 60_000
const RETRY_MAX_MS = 6 * 3_600_000
const DEAD_AFTER_MS = 14 * 24 * 3_600_000

/**
 * Returns when to retry a device whose push service did not accept a message: after a pause that doubles with each consecutive
 * failure, up to six hours, and no earlier than the service asked for.
 * @param failures the number of consecutive failures, including this one
 */
export function findRetryTime(failures: number, retryAfterMs: number | undefined, now: Date): Date {
  const pauseMs = Math.min(2 ** Math.min(failures - 1, 20) * MINUTE_MS, RETRY_MAX_MS)
  return new Date(now.getTime() + Math.max(pauseMs, retryAfterMs ?? 0))
}

/** Returns whether to drop a device that has been failing since a given time. */
export function isDead(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= DEAD_AFTER_MS
}
