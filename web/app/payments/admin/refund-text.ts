// Text for refunds that the provider is asked for.
import type { AskedRefund, RefundFailure, RefundReason, RefundState } from '@baobab/contract/payments/refunds.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'

export const text = {
  refund: 'Refund',
  refundTitle: 'Refund this payment?',
  confirm: 'Refund',
  refunding: 'Refunding...',
  amount: 'Amount in naira',
  amountHint: (left: string) => `All that is left is ${left}. Enter less to refund a part.`,
  amountWhole: (amount: string) => `The full amount received is refunded: ${amount}.`,
  amountInvalid: (most: string) => `Amount must be in naira, up to ${most}`,
  reason: 'Reason',
  note: 'Note',
  noteHint: 'Needed for another reason. The student can read it in a download of their data.',
  losesAccess: (username: string) =>
    `Once Paystack has made the refund, ${username} loses access, unless another payment counts.`,
  keepsAccess: (username: string) => `${username} keeps access.`,
  givesNone: 'This payment gives no access, so nothing changes for the student.',
  reads: (title: string) => `The student then reads “${title}”, here and in an email.`,
  readsNothing: 'The student gets no message about a part. The receipt shows it.',
  noUndo: 'This cannot be undone: money that was sent cannot be called back.',
  disputed: paymentsText.refundDisputed,
  underWay: paymentsText.refundOpen,
  recordElsewhere: 'Already refunded elsewhere? Record it',

  refunds: 'Refunds',
  by: (admin: string) => ` by ${admin}`,
  quoted: (note: string) => `“${note}”`,
  explained: (explanation: string) => `Paystack: “${explanation}”`,
  providerId: (id: string) => `Paystack’s number: ${id}`,
} as const

export const reasonLabels: Record<RefundReason, string> = {
  'payer-asked': 'The payer asked for it',
  'paid-twice': 'Paid twice',
  'by-mistake': 'Paid by mistake',
  'wrong-amount': 'Wrong amount',
  other: 'Another reason',
}

export const refundStateLabels: Record<RefundState, string> = {
  asked: 'Asked for',
  pending: 'Pending',
  processing: 'Processing',
  'needs-attention': 'Needs bank details',
  failed: 'Failed',
  processed: 'Refunded',
}

const failureText: Record<RefundFailure, string> = {
  refused: 'Paystack refused it, so nothing was refunded. Fix what it says, then ask again.',
  failed:
    'Paystack could not make it, so nothing was refunded. Ask again, or refund it by bank transfer and record that.',
  'not-made': 'Paystack never got the request, so nothing was refunded. Ask again.',
}

const stateText: Record<Exclude<RefundState, 'failed'>, string> = {
  asked: 'Paystack did not reply. We are finding out whether it is making the refund. Do not refund it elsewhere.',
  pending: 'Paystack has accepted it. It can take up to ten working days.',
  processing: 'Paystack is sending the money. It can take up to ten working days.',
  'needs-attention': 'Paystack needs the payer’s bank details. Enter them in the Paystack Dashboard.',
  processed: 'Paystack has sent the money. It reaches the bank within a few days.',
}

/** Says what a refund's state means, and what to do. */
export function describeRefundState({ state, failure }: Pick<AskedRefund, 'state' | 'failure'>): string {
  return state === 'failed' ? failureText[failure ?? 'failed'] : stateText[state]
}
