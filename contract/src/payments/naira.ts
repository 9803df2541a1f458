const naira = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  trailingZeroDisplay: 'stripIfInteger',
})

/** Formats an amount: '₦1,000' for 100000 kobo, '₦1,000.50' for 100050. */
export function formatNaira(kobo: number): string {
  return naira.format(kobo / 100)
}

/** A payment, or what is known of its amounts. */
export type Refundable = { amountKobo: number; givenBackKobo: number }

/** Whether a part of a payment was refunded, and a part was not. */
export function isPartlyRefunded({ amountKobo, givenBackKobo }: Refundable): boolean {
  return givenBackKobo > 0 && givenBackKobo < amountKobo
}

/** How much of a payment was refunded: '₦500 of ₦1,000'. */
export function describeRefund({ amountKobo, givenBackKobo }: Refundable): string {
  return `${formatNaira(givenBackKobo)} of ${formatNaira(amountKobo)}`
}
