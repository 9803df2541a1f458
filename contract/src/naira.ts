const naira = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  trailingZeroDisplay: 'stripIfInteger',
})

/** Formats an amount: '₦1,000' for 100000 kobo, '₦1,000.50' for 100050. */
export function formatNaira(kobo: number): string {
  return naira.format(kobo / 100)
}
