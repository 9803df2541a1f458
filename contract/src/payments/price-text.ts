// In a file of its own, because every page with a locked video shows this sentence and no other sentence about
// payments.

/** Returns 'Make a Payment of #1000' at the usual price. Kobo are shown only if the price has any. */
export function makeAPayment(priceKobo: number): string {
  return `Make a Payment of #${priceKobo % 100 === 0 ? priceKobo / 100 : (priceKobo / 100).toFixed(2)}`
}
