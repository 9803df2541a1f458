// When a call that failed is worth sending again, and when.

/**
 * Whether a refusal is the server's last word: 401 waits for a login, 408 and 429 for a better moment, and what has no
 * code of ours (`internal`) came from something in between, a café's sign-in page for one.
 */
export function isFinalRefusal({ status, code }: { status: number; code: string }): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status) && code !== 'internal'
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 8_000

/**
 * Milliseconds until the next try: twice as long each time up to a bound, spread by a quarter either way so that a
 * school whose network comes back does not ask all at once.
 * @param options.random 0 to 1
 * @param options.retryAfter seconds, where the server named them
 */
export function retryDelayMs(failures: number, options: { random: number; retryAfter?: number | undefined }): number {
  const base = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
  return Math.max(base * (0.75 + options.random / 2), (options.retryAfter ?? 0) * 1000)
}
