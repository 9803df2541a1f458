// Labels for payment states, event kinds and event sources as admins see them, and sentences composed from them.
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
import { formatCount } from '../../ui/format.ts'

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
  'refund-unclear': 'Refund unclear',
}

export const eventKindLabels: Record<PaymentEventKind, string> = {
  ...stateLabels,
  dispute_won: 'Dispute won: the payment stays',
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

/** Explains the key of a mismatch event, which names what differs: 'amount 50000', 'currency USD'. */
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

/** Returns the details of an event other than its kind, one per line. */
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
  disputed: 'The payer disputes it at the bank.',
  refunded: 'Refunded. It no longer gives access.',
}

const attentionText: Record<AttentionReason, string> = {
  mismatch:
    'We received an amount or currency that does not match this payment, so it gives no access. Refund it, then record the refund here.',
  'refund-due': 'The student had already paid. Refund this payment, then record the refund here.',
  disputed: 'The payer disputes it at the bank. Answer the dispute in the Paystack Dashboard.',
  'refund-unclear':
    'A refund was reported without a readable amount, so nothing was changed. Look up the amount in the Paystack Dashboard, then record the refund here.',
}

/** Describes the state of a payment, and why it needs an admin. */
export function describePayment({ state, attention, opensAll }: PaymentHistory['payment']): string {
  const sentence = attention === null ? stateText[state] : attentionText[attention]
  return state === 'disputed' && opensAll
    ? `${sentence} The account stays open until the dispute is decided.`
    : sentence
}

/** '1,204 confirmed, ₦1,204,000', and how much of it was refunded. */
export function formatSums({ confirmed, kobo, givenBackKobo }: PaymentSums): string {
  const sums = `${confirmed.toLocaleString('en-NG')} confirmed, ${formatNaira(kobo)}`
  return givenBackKobo === 0 ? sums : `${sums}, of which ${formatNaira(givenBackKobo)} refunded`
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
