// Limits that server and browser share, and pure rules.

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

const naira = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  trailingZeroDisplay: 'stripIfInteger',
})

/** Formats an amount: '₦1,000' for 100000 kobo, '₦1,000.50' for 100050. */
export function formatNaira(kobo: number): string {
  return naira.format(kobo / 100)
}

/** A payment, or only its amounts. */
export type Refundable = { amountKobo: number; refundedKobo: number }

/** Whether a payment was refunded in part. */
export function isPartlyRefunded({ amountKobo, refundedKobo }: Refundable): boolean {
  return refundedKobo > 0 && refundedKobo < amountKobo
}

/** Describes how much of a payment was refunded: '₦500 of ₦1,000'. */
export function describeRefund({ amountKobo, refundedKobo }: Refundable): string {
  return `${formatNaira(refundedKobo)} of ${formatNaira(amountKobo)}`
}

// The time of a payment in students' lists, receipts and mails, which must show the same minute.
const ZONE = 'Africa/Lagos'

type Times = { paidAt: Date | string | null; openedAt: Date | string }

/** Returns when a payment was paid (or opened, if it is not paid) in Lagos: '3 December 2026, 1:00 pm'. */
export function formatPaymentTime({ paidAt, openedAt }: Times): string {
  const at = new Date(paidAt ?? openedAt)
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: ZONE })
  const time = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: ZONE })
  return `${date.format(at)}, ${time.format(at)}`
}

/** Letters, digits and `-`, because Paystack does not accept `_`. The length limit keeps hostile input out of URLs. */
export const referencePattern = /^[A-Za-z0-9-]{8,64}$/
