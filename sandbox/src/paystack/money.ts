/** An amount of the smallest unit as people write it: ₦1,000.00. */
export function money(amount: number, currency: string): string {
  try {
    const format = new Intl.NumberFormat('en-NG', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    return format.format(amount / 100)
  } catch {
    // No currency that anybody knows: a test may say what it likes.
    return `${currency} ${(amount / 100).toFixed(2)}`
  }
}
