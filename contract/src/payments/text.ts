// Messages of this feature's endpoints: success, failure, loading, nothing found. The server sends some of them, and the page shows
// the rest. All other sentences of a page are in web/app.
import type { ErrorCodes } from '../kernel/text.ts'

/** Shown if the page after paying does not load. */
export const paymentSafe = 'Your payment is safe. We will continue when you are back online.'

export const paymentsText = {
  makeAPayment: 'Make a Payment of #1000',
  proceedToPay: 'Proceed To Make Payment',
  paymentSafe,
  transactionInvalid: 'Invalid transaction. Redirecting...',
  verifyingPayment: 'Verifying Payment...',
  paymentVerified: 'Payment verified! Updating your account...',
  paidOnly: 'A payment cannot be undone here. Please write to us.',
  paymentConfirmed: 'Payment confirmed! Redirecting to dashboard...',
  paymentFailed: 'Payment verification failed. Try again.',
  paymentError: 'An error occurred while verifying payment.',
  paymentNotUpdated: 'Failed to update payment status. Contact support.',
  alreadyPaid: 'Your account is already paid. There is nothing more to pay.',
  paymentPending:
    'Your payment is on its way. Please do not pay again. Your account opens as soon as the money arrives.',
  providerAway: 'The payment service is not responding right now. Nothing was charged. Please try again in a moment.',
  referenceInvalid: 'A reference has 8 to 64 letters, digits and -',
  providerAwayLater:
    'The payment service is not responding right now. We will keep checking, and your account opens as soon as the money arrives.',
  paymentAbandoned: 'This payment was not finished. Nothing was charged.',
  paymentDeclined: 'The bank declined this payment. Nothing was charged.',
  paymentMismatch: 'We received a different amount than expected. Our team will check it and email you.',
  paymentRefunded: 'This payment was refunded.',
  paymentSucceeded: 'We got this payment. Your account is paid.',
  paymentOpened:
    'The payment service has not received any money for this reference yet. If you were debited, this can take a few minutes. Your account opens as soon as the money arrives.',
  paymentUnknown: 'We could not find a payment with this reference. Please check it and try again.',
  paidNotification: {
    title: 'We got your payment',
    description: 'Thank you. You can now watch every video and take every quiz. Your receipt is on your payment page.',
  },
  paidTwice: {
    title: 'You have paid twice',
    description: 'Your account was already paid, so we will refund the second payment. You do not need to do anything.',
  },
  paymentUnseen: 'We cannot confirm your last payment yet. Please do not pay again. Check back here in a moment.',
  surplusRefundNotification: {
    title: 'Your second payment was refunded',
    description: 'We have refunded your second payment. Your account stays open.',
  },
  /** For a parent, who may have paid only once while another person also paid. */
  paidByAnother: {
    title: 'This account was paid twice',
    description:
      'The account was already paid, so we will refund your payment. You do not need to do anything. Every video and every quiz is open.',
  },
  refundNotification: {
    title: 'Your payment was refunded',
    description: 'We have refunded your payment. The money should reach your bank within a few days.',
  },
  paymentsLoading: 'Loading payments...',
  paymentsFailed: 'Failed to load payments.',
  noPayments: 'No payments found.',
  paymentLoading: 'Loading payment...',
  paymentChecked: 'Checked with Paystack.',
  providerNotResponding: 'Paystack is not responding right now. Nothing has changed.',
  refundNoted: 'The refund has been recorded.',
  refundRefused: 'There is nothing left to refund on this payment.',
  refundTooMuch: 'This is more than can still be refunded.',
  refundWhole: 'A payment that does not match has to be refunded in full.',
  refundUnpaid: 'No money has arrived for this payment, so there is nothing to refund.',
  refundDisputed: 'The payer disputes this payment at the bank. Answer the dispute first.',
  refundUnclear:
    'Paystack has reported a refund of this payment without an amount that we can read. Look it up in the Paystack Dashboard and record it first.',
  refundOpen: 'A refund of this payment is already under way. Wait until it is done.',
  refundOtherAmount: 'You have already asked for a refund of a different amount. Close this window to see it.',
  refundAsked: 'Paystack is making the refund.',
  refundProcessed: 'Paystack has made the refund.',
  refundUnanswered:
    'Paystack did not reply. We will find out whether it is making the refund. Do not refund it elsewhere.',
  refundFailed: 'Paystack refused the refund. Nothing was refunded.',
  refundAccountRefused: 'Paystack did not take this bank account. Check it with the payer, then send it again.',
  accountBelongsTo: (holder: string) => `The account belongs to ${holder}. Is that the payer?`,
  accountUnknown: 'Paystack does not know whose account this is. Check the bank and the number with the payer.',
  accountHolderAway:
    'Paystack could not tell us whose account this is. Try again later, or check the bank and the number with the payer.',
  refundNotWaiting: 'This refund no longer needs a bank account. Reload the page to see what became of it.',
  refundNeedsNothing: 'Nothing has to be done about this refund.',
  refundSettled: 'Saved. This refund needs no more attention.',
  refundUnsettled: 'Saved. This refund needs attention again.',
  refundStopped: 'Paystack needs the payer’s bank details to make the refund.',
} as const

/** Returns 'Make a Payment of #1000' at the usual price. Shows kobo only if the price has any. */
export function makeAPayment(priceKobo: number): string {
  return `Make a Payment of #${priceKobo % 100 === 0 ? priceKobo / 100 : (priceKobo / 100).toFixed(2)}`
}

// Labels of the payment methods, for the receipt page and the receipt email.

const channels: Record<string, string> = {
  card: 'Card',
  bank: 'Bank account',
  bank_transfer: 'Bank transfer',
  ussd: 'USSD',
  qr: 'QR code',
  eft: 'EFT',
  mobile_money: 'Mobile money',
  apple_pay: 'Apple Pay',
}

/** Returns the label for the provider's name of a channel. For an unknown name, replaces underscores with spaces. */
export function channelLabel(channel: string): string {
  return channels[channel] ?? channel.replaceAll('_', ' ')
}

export const paymentsErrors = {
  signature_invalid: { status: 401, message: 'The signature is not valid.' },
  payment_needed: { status: 402, message: paymentsText.makeAPayment },
  payment_unverified: { status: 402, message: paymentsText.paymentFailed },
  already_paid: { status: 409, message: paymentsText.alreadyPaid },
  payment_pending: { status: 409, message: paymentsText.paymentPending },
  refund_refused: { status: 409, message: paymentsText.refundRefused },
  refund_unpaid: { status: 409, message: paymentsText.refundUnpaid },
  refund_disputed: { status: 409, message: paymentsText.refundDisputed },
  refund_unclear: { status: 409, message: paymentsText.refundUnclear },
  refund_not_waiting: { status: 409, message: paymentsText.refundNotWaiting },
  refund_needs_nothing: { status: 409, message: paymentsText.refundNeedsNothing },
  refund_open: { status: 409, message: paymentsText.refundOpen },
  payment_unseen: { status: 503, message: paymentsText.paymentUnseen },
  provider_away: { status: 503, message: paymentsText.providerAway },
} as const satisfies ErrorCodes
