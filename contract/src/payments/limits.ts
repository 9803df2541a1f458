// Lengths, sizes, durations and counts that server and browser share.

/** The default price in kobo: 1,000 NGN. */
export const PRICE_KOBO = 100_000
/** The range of prices that can be set, in kobo. */
export const PRICE_KOBO_MIN = 10_000
export const PRICE_KOBO_MAX = 100_000_000
/** Milliseconds during which paying again returns the open payment instead of opening a second one. */
export const REOPEN_MS = 30 * 60_000
/** Milliseconds during which the provider is polled about an unpaid payment: 7 days. */
export const ASK_FOR_MS = 7 * 24 * 3_600_000
/** The validity of a parent's payment link in milliseconds. */
export const PAY_LINK_MS = 7 * 24 * 3_600_000
