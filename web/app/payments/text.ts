// Text for the pages where students and parents pay. Sentences that the server also sends are in the contract's paymentsText.
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { isPartlyRefunded, type Refundable } from '@baobab/contract/payments/rules.ts'
import type { Payment } from '@baobab/contract/payments/endpoints.ts'
import type { IconName } from '../ui/icon.tsx'

export const text = {
  payment: 'Payment',
  lead: 'Pay once to gain access to more videos, trivia and monthly scholarships.',
  benefits: [
    { icon: 'video', title: 'More videos', text: 'Every video in the library, not only the free ones.' },
    {
      icon: 'question',
      title: 'More trivia',
      text: `A quiz for each of these videos, with ${POINTS_PER_ANSWER} points for every right answer.`,
    },
    {
      icon: 'graduation-cap',
      title: 'Monthly scholarships',
      text: `You can be in the draw if you are among the top ${LEADERBOARD_SIZE.toLocaleString('en-NG')} when the month ends.`,
    },
  ],
  account: 'Account',
  receiptGoesTo: 'Receipt goes to',
  receiptStaysHere: 'this page, under “Your payments”',
  total: 'Total',

  openingWindow: 'Opening the payment window...',
  windowIsOpen: 'The payment window is open...',
  openingPage: 'Opening the payment page...',
  checkingLast: 'Checking your last payment...',
  windowDidNotOpen:
    'The payment window did not open, so we are taking you to the payment page. It brings you back here.',
  openPaymentPage: 'Open the payment page',
  cardStaysPrivate: 'You pay in a safe window from Paystack. Baobab never sees your card number.',
  useApplePay: 'Use Apple Pay',
  openingApplePay: 'Opening Apple Pay...',
  noApplePay: 'Apple Pay is not available here. Please use the button above.',

  lastFailed: (reason: string) => `We could not check your last payment. ${reason}`,
  lastPayment: (time: string) => `Your last payment, ${time}`,
  reference: 'Reference',
  referenceIs: (reference: string) => `Reference: ${reference}`,
  checkAgain: 'Check again',
  checking: 'Checking...',

  unlocked: 'Unlocked',
  andMore: (count: number) => `and ${count} more`,
  everythingIsOpen: 'Every video and every quiz is open to you.',
  watchVideos: 'Watch the videos',
  seeReceipt: 'See your receipt',

  under18: 'Ask a parent or guardian before you pay, and let them enter the card details.',
  under18Question: 'Under 18?',
  networkLost: 'Do not pay again. Come back to this page and we will check your payment first.',
  networkLostQuestion: 'Network dropped?',
  noMessages: 'Baobab never asks for a card number, a PIN or a bank transfer by email, chat or phone.',
  never: 'Never in a message.',
  afterYouPay: 'After you pay',
  afterYouPayHelp:
    'The receipt comes by email. A payment opens videos and trivia. It does not buy points or a better rank.',

  debited: 'I was debited',
  debitedHelp:
    'Did money leave your account, but the videos are still locked? Enter the payment’s reference and we will check with the payment service now.',
  referenceHint: 'You can find it in the payment service’s email, and under “Your payments”.',
  enterReference: 'Enter a reference',
  checkPayment: 'Check this payment',

  askParent: 'Ask a parent to pay',
  payForMyChild: 'Pay for my child',
  payLinkHelp:
    'Your parent or guardian can pay from their own phone. The link shows your username and the price, and nothing else about your account.',
  makeLink: 'Make a link for a parent',
  makingLink: 'Making the link...',
  linkLabel: 'Link for your parent',
  linkHint: (until: string) => `It works until ${until}, or until the account is paid.`,
  linkSubject: 'Pay for my child on Baobab',
  linkMessage: (username: string) => `Please pay for my Baobab account ${username}. You do not need to log in:`,
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'Your browser did not let us copy the link. Please select it and copy it yourself.',
  share: 'Share',
  whatsApp: 'WhatsApp',
  email: 'Email',

  yourPayments: 'Your payments',
  byParent: (time: string) => `${time}, by a parent`,
  checkAgainPayment: (reference: string) => ` payment ${reference}`,
  receipt: 'Receipt',
  receiptOf: (reference: string) => ` of payment ${reference}`,

  takesTime: 'Your bank or the payment service needs more time. Please do not pay again. We will keep checking.',
  noNeedToWait:
    'We will keep checking even if you close this page. Your account opens as soon as the money arrives, and the receipt comes by email.',
  notHere: 'You do not need to wait here.',
  goToDashboard: 'Go to my dashboard',

  noReceipt: 'There is no receipt here',
  noReceiptYet:
    'We have not received this payment yet, so it has no receipt. Your payment page shows what we know about it.',
  noReceiptFound: 'Your payment page lists all your payments, with their receipts.',
  goToPayments: 'Go to my payments',
  receiptNumber: 'Number',
  receiptDate: 'Date',
  inLagos: (at: string) => `${at} (Lagos)`,
  receiptFor: 'For',
  everythingFor: (username: string) => `Everything on Baobab, for the account ${username}`,
  paidWith: 'Paid with',
  refunded: 'Refunded',
  refundedPart: (part: string) => `Refunded: ${part}`,
  state: 'State',
  print: 'Print or save as PDF',

  parentMeta: 'Pay for a child’s account on Baobab, without logging in.',
  parentLead:
    '{username} sent you this link. Pay once to open more videos, trivia and monthly scholarships for that account. You do not need to log in.',
  yourEmail: 'Your email',
  yourEmailHint: 'We send the receipt here and to the student.',
  knowChild: 'Pay only for a child you know. This page never asks for a password.',
  knowChildQuestion: (username: string) => `Do you know ${username}?`,
  parentNetworkLost: 'Do not pay again. Open the link again, and it will show whether we got the payment.',
  cardIsSafe: 'The card details go to Paystack. Baobab never sees them.',
  cardIsSafeTitle: 'Your card details stay private.',
  linkFailed: 'We could not open this link.',
  linkDead: 'This link does not work',
  linkDeadHelp:
    'A payment link works for seven days, and only if it is complete: some apps cut off long links. Ask your child to make a new one on the Payment page.',
  writeToUs: 'Write to us',
  accountIsPaid: (username: string) => `The account ${username} is paid`,
  accountIsPaidHelp: 'There is nothing more to pay. The person who paid received the receipt by email.',
  seeBaobab: 'See what Baobab is',
  thankYou: 'Thank you',
  parentPaid: 'We got the payment. Every video and every quiz is open to {username}.',
  parentPending: (username: string) =>
    `The payment is on its way. Please do not pay again. The account ${username} opens as soon as the money arrives, even if you close this page, and the receipt comes by email.`,
  doNotPayAgain: 'Please do not pay again before we know more.',
  tryAgain: 'Try again',
  tryingAgain: 'Trying again...',
} as const

// Labels for payment states, for students and parents

type StateChip = { label: string; kind: 'plain' | 'ok' | 'warn' | 'bad' | 'info'; icon: IconName }

const states: Record<Payment['state'], StateChip> = {
  opened: { label: 'Opened', kind: 'plain', icon: 'timer' },
  pending: { label: 'On its way', kind: 'warn', icon: 'timer' },
  abandoned: { label: 'Not finished', kind: 'plain', icon: 'x-circle' },
  failed: { label: 'Declined', kind: 'bad', icon: 'x-circle' },
  succeeded: { label: 'Paid', kind: 'ok', icon: 'check-circle' },
  // The bank and the admins settle a dispute; the account stays open until then.
  disputed: { label: 'Paid', kind: 'ok', icon: 'check-circle' },
  refunded: { label: 'Refunded', kind: 'info', icon: 'arrow-counter-clockwise' },
}

/** Returns the chip for a payment's state. */
export function toStateChip(payment: Pick<Payment, 'state' | 'isRefundDue'> & Refundable): StateChip {
  if (payment.isRefundDue) return { label: 'Refund due', kind: 'warn', icon: 'arrow-counter-clockwise' }
  if (isPartlyRefunded(payment)) return { ...states.refunded, label: 'Partly refunded' }
  return states[payment.state]
}

/** Whether a payment was ever confirmed, and so has a receipt. */
export function hasReceipt({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'succeeded' || state === 'disputed' || state === 'refunded'
}

// Text for the settings card. Exported separately, so that the settings do not load the text of the payment pages.
export const settingsCardText = {
  title: 'Payment and receipts',
  help: 'See your payments and their receipts.',
  goToPayments: 'Go to my payments',
} as const
