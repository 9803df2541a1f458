/** Said where a page after paying did not load. By itself, so that what shows it brings none of the other sentences along. */
export const paymentSafe = 'Your payment is safe. We go on when your network is back.'
