// Apart from the other sentences about payments, because every page with a locked video shows it.

/** '#1000' at the usual price; kobo are shown only where there are some. */
export function makeAPayment(priceKobo: number): string {
  return `Make a Payment of #${priceKobo % 100 === 0 ? priceKobo / 100 : (priceKobo / 100).toFixed(2)}`
}
