/** Shown if the page after paying does not load. In a file of its own to keep the error page's script small. */
export const paymentSafe = 'Your payment is safe. We will continue when you are back online.'
