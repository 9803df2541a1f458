// Sentences of this feature that the server sends or that server and browser share; those of a page alone are in web/app.
import { paymentSafe } from './payment-safe.ts'

export const paymentsText = {
  makeAPayment: 'Make a Payment of #1000',
  proceedToPay: 'Proceed To Make Payment',
  paymentSafe,
  transactionInvalid: 'Invalid transaction. Redirecting...',
  verifyingPayment: 'Verifying Payment...',
  paymentVerified: 'Payment verified! Updating your account...',
  paymentConfirmed: 'Payment confirmed! Redirecting to dashboard...',
  paymentFailed: 'Payment verification failed. Try again.',
  paymentError: 'An error occurred while verifying payment.',
  paymentNotUpdated: 'Failed to update payment status. Contact support.',
  alreadyPaid: 'Your account is paid already. There is nothing more to pay.',
  paymentPending: 'Your payment is on its way. Please do not pay again: your account opens as soon as it arrives.',
  providerAway: 'The payment service does not answer right now. Nothing was charged. Please try again in a moment.',
  referenceInvalid: 'A reference has 8 to 64 letters, digits and -',
  providerAwayLater:
    'The payment service does not answer right now. We go on asking by ourselves, and your account opens as soon as the money is there.',
  paymentAbandoned: 'This payment was not finished. Nothing was charged.',
  paymentDeclined: 'The bank declined this payment. Nothing was charged.',
  paymentMismatch: 'Money came that does not fit this payment. Our office has been told and will write to you.',
  paymentRefunded: 'This payment was given back.',
  paymentSucceeded: 'This payment arrived. Your account is paid.',
  paymentOpened:
    'The payment service knows of no money for this reference yet. If you were debited, it often takes some minutes: your account opens as soon as the money arrives.',
  paymentUnknown: 'We know no payment of yours with this reference. Please check it letter by letter.',
  paidNotice: {
    title: 'Your payment has arrived',
    description: 'Thank you. Every video and every quiz is open to you now. The receipt is on your payment page.',
  },
  paidTwice: {
    title: 'You have paid twice',
    description: 'Your account was paid already, so the second payment will be given back. There is nothing to do.',
  },
  paymentUnseen:
    'We cannot see yet whether your last payment arrived. Please do not pay again, and look here once more in a moment.',
  surplusRefundNotice: {
    title: 'Your second payment was given back',
    description: 'The second payment has been given back. Your account stays open.',
  },
  /** To a parent, who may have paid once: the other payment was somebody else's. */
  paidByAnother: {
    title: 'This account was paid twice',
    description:
      'The account was paid already, so your payment will be given back. There is nothing to do: every video and every quiz is open.',
  },
  refundNotice: {
    title: 'A payment was given back',
    description: 'Your payment has been given back. The money is with your bank within some days.',
  },
  paymentsLoading: 'Loading payments...',
  paymentsFailed: 'Failed to load payments.',
  noPayments: 'No payments found.',
  paymentLoading: 'Loading payment...',
  paymentAsked: 'The payment service has answered.',
  providerSilent: 'The payment service does not answer right now. Nothing has changed.',
  refundNoted: 'The refund has been noted.',
  refundRefused: 'There is no money of this payment that could have been given back.',
  refundTooMuch: 'That is more than what is left of this payment.',
  refundWhole: 'Money that does not fit its payment is given back as a whole.',
} as const
