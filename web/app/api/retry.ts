// Whether and when a failed call is sent again.

/**
 * Whether sending the same call again is pointless. 401 may succeed after a login, 408 and 429 later; a refusal without
 * one of our codes (`internal`) came from something between browser and server, such as the sign-in page of a public
 * network.
 */
export function isFinalRefusal({ status, code }: { status: number; code: string }): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status) && code !== 'internal'
}

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 8_000

/**
 * Returns the milliseconds until the next attempt: doubled after each failure up to a maximum, and randomized by a
 * quarter either way, so that the phones in a school do not all send at the same moment when its network returns.
 * @param options.random 0 to 1
 * @param options.retryAfter the seconds that the server asked to wait, if any
 */
export function retryDelayMs(failures: number, options: { random: number; retryAfter?: number | undefined }): number {
  const base = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
  return Math.max(base * (0.75 + options.random / 2), (options.retryAfter ?? 0) * 1000)
}
