// Text for the admin payment pages. Sentences that the server also sends are in the contract's paymentsText.
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import type {
  AttentionReason,
  PaymentComparison,
  PaymentEvent,
  PaymentEventKind,
  PaymentEventSource,
  PaymentHistory,
  PaymentSums,
} from '@baobab/contract/payments/admin.ts'
import type { PaymentState } from '@baobab/contract/payments/endpoints.ts'
import { isMadeTwice, type AskedRefund } from '@baobab/contract/payments/refunds.ts'
import { formatCount } from '../../ui/format.ts'
import { describeRefundState } from './refund-text.ts'

export const text = {
  payments: 'Payments',
  paymentsLead: 'Who paid, and which payments need attention',
  searchPayments: 'Search payments',
  searchPlaceholder: 'Reference, username or whole email',
  show: 'Show',
  allPayments: 'All Payments',
  needsAdmin: 'Needs Attention',
  export: 'Export',
  exportPayments: 'Export payments',
  caption: (selection: string) => `Payments: ${selection}`,
  tryOtherFilters: 'Try a shorter search, another status or more days.',
  noPaymentsYet: 'No payment has been started yet.',
  showAll: 'Show all payments',

  state: 'Status',
  all: 'All',
  anyPayments: 'All payments',
  needingAttention: 'needing attention',
  openedFrom: 'Started from',
  to: 'To',

  payment: 'Payment',
  amount: 'Amount',
  opened: 'Started',
  paid: 'Paid',
  notYet: 'not yet',
  openedBy: 'Started by',
  channel: 'Channel',
  reference: 'Reference',
  username: 'Username',
  needsAttention: 'Needs attention',
  confirmed: 'Confirmed',

  allMatching: 'all payments that match',
  checkSelected: 'Check with Paystack',
  checkTitle: (payments: string) => `Check ${payments} with Paystack?`,
  checkEffect:
    'We ask Paystack about each of them and record any changes. You can leave this page meanwhile. At most 1,000 at a time.',
  unknown: 'unknown',
  actions: 'Actions',
  history: 'History',
  historyOf: (reference: string) => ` of ${reference}`,
  deletedAccount: 'a deleted account',

  noDifferences: (day: string) => `Compared with Paystack’s list up to ${day}: no differences.`,
  differences: 'Our records differ from Paystack’s',
  dayDifferences: (values: { differences: string; ours: string; theirs: string }) =>
    `{day}: ${values.differences}. Ours: ${values.ours}. Paystack’s: ${values.theirs}.`,
  sideTotals: (payments: string, money: string) => `${payments}, ${money}`,
  difference: (what: string) => `{reference}: ${what}`,
  andMore: (count: number) => `and ${count} more`,

  totalsByDay: 'Totals by day',
  totalsHelp: 'Payments count on the day Paystack received them.',
  days: 'Days',
  periods: [
    { value: '7', label: '7 days' },
    { value: '30', label: '30 days' },
    { value: '90', label: '90 days' },
    { value: '365', label: 'A year' },
  ],
  day: 'Day',
  money: 'Money',
  refunded: 'Refunded',
  partlyRefunded: 'Partly refunded',
  amountRefunded: (amount: string) => `${amount} refunded`,
  received: 'Received',
  none: 'none',
  moneyAndCount: (money: string, count: number) => `${money} (${count})`,
  fromPayments: (payments: string) => ` from ${payments}`,
  ofPayments: (payments: string) => ` of ${payments}`,
  noPaymentsInPeriod: 'There were no payments or refunds on these days.',
  showDays: 'Show the days',
  paymentsByDay: 'Payments by day',

  notFoundHelp: 'Check the reference, or search for the student.',
  details: 'Details',
  student: 'Student',
  openedByStudent: (at: string) => `${at}, by the student`,
  openedByParent: (at: string) => `${at}, by a parent`,
  firstConfirmed: 'First confirmed',
  wallet: 'a wallet',
  notKnownYet: 'Not known yet',
  notYetFact: 'Not yet',
  parentEmail: 'Parent’s email',
  lastChecked: 'Last checked with Paystack',
  nextCheck: 'Next automatic check',
  noMoreChecks: 'None',
  accountPaid: '{username}, account paid',
  accountNotPaid: '{username}, account not paid',
  historyHelp: 'Oldest first. Entries cannot be changed or deleted.',

  whatYouCanDo: 'What you can do',
  nothingToDo: 'No action needed: this payment is settled.',
  checkNow: 'Check with Paystack',
  checking: 'Checking...',
  recordRefundTitle: 'Record this refund?',
  recordRefundConfirm: 'Record refund',
  recording: 'Recording...',
  refundMovesNothing: 'This moves no money and cannot be undone.',
  refundEffect: {
    kept: (username: string) => `${username} keeps access, because another payment counts.`,
    lost: (username: string) => `Once the whole amount is refunded, ${username} loses access.`,
    none: (username: string) => `${username} loses nothing.`,
  },
  refundOfDeleted: 'Once the whole amount is refunded, the payment no longer gives access.',
  refundHelp:
    'A refund made on this page is recorded automatically, and one made in the Paystack Dashboard usually within minutes. Record only a refund that was made another way.',
  refundWhole: (amount: string) => `The full amount received is refunded: ${amount}.`,
  amountInNaira: 'Amount in naira',
  amountLeft: (amount: string) => `Up to ${amount} can still be refunded.`,
  amountInvalid: (most: string) => `Amount must be in naira, up to ${most}`,
  note: 'Note',
  noteHint:
    'How and why the money was refunded. The note is stored with your name until the account is deleted. Please do not name anyone in it.',
} as const

// Labels for payment states, event kinds and event sources as admins see them, and sentences built from them

export const stateLabels: Record<PaymentState, string> = {
  opened: 'Started',
  pending: 'Pending',
  abandoned: 'Not finished',
  failed: 'Declined',
  succeeded: 'Paid',
  disputed: 'Disputed',
  refunded: 'Refunded',
}

export const attentionLabels: Record<AttentionReason, string> = {
  mismatch: 'Does not match',
  'refund-due': 'Refund due',
  disputed: 'Dispute to answer',
  'refund-unclear': 'Refund to check',
}

export const eventKindLabels: Record<PaymentEventKind, string> = {
  ...stateLabels,
  dispute_won: 'Dispute won: the payment is kept',
  dispute_lost: 'Dispute lost: the money is refunded',
  mismatch: 'The amount received does not match',
  refund_due: 'Already paid: a refund is due',
  refund_unclear: 'A refund with an unreadable amount was reported',
  message: 'Message from Paystack',
  note: 'Note',
}

const sourceLabels: Record<PaymentEventSource, string> = {
  student: 'by the student',
  parent: 'by a parent',
  verify: 'checked when the payer came back',
  webhook: 'reported by Paystack',
  reconcile: 'found by the automatic check',
  compare: 'found by the daily comparison',
  admin: 'by an admin',
  us: 'worked out from other events',
}

export function describeSource({ source, admin }: Pick<PaymentEvent, 'source' | 'admin'>): string {
  return admin === null ? sourceLabels[source] : `by ${admin}`
}

/** Explains the key of a mismatch event, which says what differs: 'amount 50000', 'currency USD'. */
function describeMismatch(key: string, agreedKobo: number): string {
  const [what, value = ''] = key.split(/ (.*)/)
  if (what === 'amount') return `${formatNaira(Number(value))} arrived instead of ${formatNaira(agreedKobo)}`
  if (what === 'currency') return `Another currency: ${value}`
  if (what === 'domain') return `Another Paystack mode: ${value}`
  return 'Under another reference'
}

const kindsWithAmount = new Set<PaymentEventKind>(['succeeded', 'refunded', 'dispute_lost'])

function describeAmount({ kind, amountKobo }: PaymentEvent): string | undefined {
  if (!kindsWithAmount.has(kind)) return undefined
  if (amountKobo !== null) return formatNaira(amountKobo)
  return kind === 'succeeded' ? undefined : 'The full amount'
}

const detailText: Record<string, (value: string) => string> = {
  note: (value) => `“${value}”`,
  providerId: (value) => `Transaction ${value}`,
  hasNote: () => 'The note was deleted with the account',
  resolution: (value) => `The dispute was resolved as ‘${value}’. Look up what that means in the Paystack Dashboard.`,
  event: (value) => value,
  status: (value) => `Status: ${value}`,
  domain: (value) => `Mode: ${value}`,
}

/** Returns an event's details other than its kind, one per line. */
export function eventLines(event: PaymentEvent, agreedKobo: number): string[] {
  // `hasNote` matters only once the note itself is deleted.
  const isRedundant = (name: string) => name === 'hasNote' && 'note' in event.details
  const details = Object.entries(event.details).flatMap(([name, value]) =>
    value === null || value === '' || isRedundant(name)
      ? []
      : [detailText[name]?.(String(value)) ?? `${name}: ${String(value)}`],
  )
  const first = event.kind === 'mismatch' ? describeMismatch(event.key, agreedKobo) : describeAmount(event)
  return first === undefined ? details : [first, ...details]
}

const stateText: Record<PaymentState, string> = {
  opened: 'Started. No money has arrived yet.',
  pending: 'The payer’s bank is still processing it. It gives no access until the money arrives.',
  abandoned: 'The payer left before paying. It may still be paid under this reference.',
  failed: 'The bank declined it. It may still be paid under this reference.',
  succeeded: 'Paid. It gives the student access.',
  disputed: 'The payer is disputing it with their bank.',
  refunded: 'Refunded. It no longer gives access.',
}

const attentionText: Record<AttentionReason, string> = {
  mismatch:
    'We received an amount or currency that does not match this payment, so it gives no access. Refund it here.',
  'refund-due': 'The student had already paid. Refund this payment here.',
  disputed: 'The payer is disputing this payment with their bank. Answer the dispute in the Paystack Dashboard.',
  'refund-unclear':
    'Paystack reported a refund without a readable amount, so nothing was changed. Look up the amount in the Paystack Dashboard, then record the refund here.',
}

/**
 * Describes a payment's state, and why it needs an admin.
 * @param refunds those that the provider was asked for, newest first
 */
export function describePayment(
  { state, attention, opensAll }: PaymentHistory['payment'],
  refunds: readonly AskedRefund[] = [],
): string {
  const twice = refunds.find((refund) => isMadeTwice(refund) && !refund.isSettled)
  const [latest] = refunds
  const refund = twice ?? (latest?.isReplaced ? undefined : latest)
  const refundState = refund?.state ?? 'processed'
  const isStuck = twice !== undefined || refundState === 'failed' || refundState === 'needs-attention'
  const isAboutRefund = attention === 'refund-due' || attention === 'mismatch' ? refundState !== 'processed' : isStuck
  if (refund && attention !== null && attention !== 'disputed' && isAboutRefund)
    return `${attentionLabels[attention]}. ${describeRefundState(refund, state === 'refunded')}`
  const sentence = attention === null ? stateText[state] : attentionText[attention]
  return state === 'disputed' && opensAll
    ? `${sentence} The account stays open until the dispute is decided.`
    : sentence
}

/** '1,204 confirmed, ₦1,204,000', and how much of it was refunded. */
export function formatSums({ confirmed, kobo, refundedKobo }: PaymentSums): string {
  const sums = `${confirmed.toLocaleString('en-NG')} confirmed, ${formatNaira(kobo)}`
  return refundedKobo === 0 ? sums : `${sums}, of which ${formatNaira(refundedKobo)} refunded`
}

export const differenceLabels: Record<PaymentComparison['differences'][number]['what'], string> = {
  missed: 'paid, but missing from our records',
  amount: 'the amounts differ',
  'not-theirs': 'only in our records',
  unknown: 'only in Paystack’s records',
}

/** '3 differences' */
export function formatDifferenceCount({ differences }: Pick<PaymentComparison, 'differences'>): string {
  return differences.length === 0 ? 'no differences' : formatCount(differences.length, 'difference')
}
