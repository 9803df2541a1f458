// Text for refunds that are requested from the provider.
import {
  isMadeTwice,
  type AskedRefund,
  type RefundFailure,
  type RefundReason,
  type RefundState,
} from '@baobab/contract/payments/refunds.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'

const mayStillBeMade =
  'Paystack may still make it if the payer gives Paystack the account. If it does, you will see it here.'

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
  losesAccess: (username: string) => `Once Paystack has made the refund, ${username} loses access.`,
  keepsAccess: (username: string) => `${username} keeps access.`,
  givesNone: 'This payment gives no access, so the student loses nothing.',
  reads: (title: string) => `The student then reads “${title}”, here and in an email.`,
  readsInApp: (title: string) => `The student then reads “${title}” in the app.`,
  readsNothing: 'The student gets no message about a part. The receipt shows it.',
  noUndo: 'This cannot be undone: money that was sent cannot be called back.',
  disputed: paymentsText.refundDisputed,
  underWay: paymentsText.refundOpen,
  recordElsewhere: 'Already refunded elsewhere? Record it',
  recordInstead: 'It was refunded in another way',
  recordEndsStuck: `This ends the refund that waits for a bank account. ${mayStillBeMade}`,

  // The payer's bank account, which Paystack needs
  giveAccount: 'Enter the payer’s bank account',
  accountTitle: 'The payer’s bank account',
  accountIntro: (amount: string) =>
    `Paystack could not return ${amount} to where it came from. Ask the payer for a Nigerian bank account.`,
  bank: 'Bank',
  chooseBank: 'Choose a bank',
  banksLoading: 'Loading banks...',
  banksFailed: 'We could not load the banks.',
  accountNumber: 'Account number',
  accountNumberHint: '10 digits',
  accountNotStored: 'Paystack gets the account, and we do not store it.',
  accountCheck: 'Next',
  accountChecking: 'Asking Paystack...',
  accountConfirmTitle: 'Send this bank account to Paystack?',
  accountChecked: (accountNumber: string) => `I checked with the payer that ${accountNumber} is the right account`,
  accountCheckFirst: 'Check the account with the payer first',
  accountBack: 'Back',
  accountConfirm: 'Send to Paystack',
  accountSending: 'Sending...',

  // A refund that needs nothing more
  settle: 'Nothing more to do',
  settleHelp: 'Removes the payment from those that need attention. You can undo this.',
  settleEndsStuck: `This ends the refund that waits for a bank account, and cannot be undone. ${mayStillBeMade}`,
  settling: 'Saving...',
  settled: 'An admin marked this as done: the refund needs no further action.',
  unsettle: 'Undo',

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

type Event = AskedRefund['events'][number]

/** Names an event of a refund by what led to it. */
export function labelRefundEvent({ state, admin }: Event, index: number): string {
  if (state === 'asked' && index > 0) return 'Bank account sent'
  return state === 'failed' && admin !== null ? 'Refunded in another way' : refundStateLabels[state]
}

const failureText: Record<RefundFailure, string> = {
  refused: 'Paystack refused it, so nothing was refunded. Fix what it says, then ask again.',
  failed:
    'Paystack could not make it, so nothing was refunded. Ask again, or refund it by bank transfer and record that.',
  'not-made': 'Paystack never got the request, so nothing was refunded. Ask again.',
  unknown:
    'Paystack accepted it, but no longer knows it. Look the payment up in the Paystack Dashboard before you refund it again.',
}

const stateText: Record<Exclude<RefundState, 'failed'>, string> = {
  asked: 'Paystack did not reply. We are finding out whether it is making the refund. Do not refund it elsewhere.',
  pending: 'Paystack has accepted it. It can take up to ten working days.',
  processing: 'Paystack is sending the money. It can take up to ten working days.',
  'needs-attention':
    'Paystack needs the payer’s bank account. Enter it here, or refund it in another way and record that.',
  processed: 'Paystack has sent the money. It reaches the bank within a few days.',
}

const stuckOnRefundedText =
  'The whole payment has gone back in another way, so this refund no longer needs the payer’s bank account.'
const replacedText = 'It was refunded in another way, so this refund was ended here.'
const madeTwiceText =
  'The payer got the money twice: it was refunded in another way, and Paystack made this refund too. Ask the payer to send it back.'

type Described = Pick<AskedRefund, 'state' | 'failure' | 'isReplaced'>

/**
 * Says what a refund's state means, and what to do.
 * @param isRefunded whether all of the payment has gone back
 */
export function describeRefundState({ state, failure, isReplaced }: Described, isRefunded: boolean): string {
  if (isReplaced) return isMadeTwice({ state, isReplaced }) ? madeTwiceText : replacedText
  if (state === 'needs-attention' && isRefunded) return stuckOnRefundedText
  return state === 'failed' ? failureText[failure ?? 'failed'] : stateText[state]
}
