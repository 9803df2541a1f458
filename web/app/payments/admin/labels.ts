// How the office says things about payments.
import { noonInLagos } from '@baobab/contract/lagos-days.ts'
import type {
  AdminPayment,
  PaymentComparison,
  PaymentEvent,
  PaymentEventKind,
  PaymentEventSource,
  PaymentHistory,
  PaymentSelection,
  PaymentSums,
} from '@baobab/contract/payments-admin.ts'
import { formatNaira } from '@baobab/contract/naira.ts'
import type { PaymentState } from '@baobab/contract/payments.ts'
import { formatCount } from '../../ui/format.ts'
import { formatDate } from '../../ui/dates.ts'

export const stateLabels: Record<PaymentState, string> = {
  opened: 'Opened',
  pending: 'On its way',
  abandoned: 'Not finished',
  failed: 'Declined',
  succeeded: 'Paid',
  disputed: 'Disputed',
  refunded: 'Given back',
}

export const attentionLabels: Record<NonNullable<AdminPayment['attention']>, string> = {
  mismatch: 'Does not fit',
  'refund-due': 'Refund due',
  disputed: 'Answer the dispute',
  'refund-unclear': 'Refund unclear',
}

export const eventKindLabels: Record<PaymentEventKind, string> = {
  ...stateLabels,
  dispute_won: 'The dispute ended: the payment stays',
  dispute_lost: 'The dispute ended: the money goes back',
  mismatch: 'Money came that does not fit',
  refund_due: 'Paid once more than needed: to be given back',
  refund_unclear: 'A refund was told, and how much it is cannot be read',
  message: 'The payment service sent a message',
  note: 'Noted',
}

const sourceWords: Record<PaymentEventSource, string> = {
  student: 'by the student',
  parent: 'by a parent',
  verify: 'asked when the payer came back',
  webhook: 'told by the payment service',
  reconcile: 'asked by the clock',
  compare: 'found by the daily comparison',
  admin: 'by the office',
  us: 'worked out from the rest',
}

export function describeSource({ source, admin }: Pick<PaymentEvent, 'source' | 'admin'>): string {
  return admin === null ? sourceWords[source] : `by ${admin}`
}

/** In what money differs from what was agreed, as the ledger's key has it: 'amount 50000', 'currency USD'. */
function mismatchWords(key: string, agreedKobo: number): string {
  const [what, value = ''] = key.split(/ (.*)/)
  if (what === 'amount') return `${formatNaira(Number(value))} came in place of ${formatNaira(agreedKobo)}`
  if (what === 'currency') return `Another currency: ${value}`
  if (what === 'domain') return `From another world of the payment service: ${value}`
  return 'Under another reference'
}

const moved = new Set<PaymentEventKind>(['succeeded', 'refunded', 'dispute_lost'])

function amountWords({ kind, amountKobo }: PaymentEvent): string | undefined {
  if (!moved.has(kind)) return undefined
  if (amountKobo !== null) return formatNaira(amountKobo)
  return kind === 'succeeded' ? undefined : 'All of it'
}

const known: Record<string, (value: string) => string> = {
  note: (value) => `“${value}”`,
  providerId: (value) => `Transaction ${value}`,
  hasNote: () => 'The note went with the account',
  resolution: (value) => `The dispute was resolved with ‘${value}’: look at the payment service what that means`,
  event: (value) => value,
  status: (value) => `Status: ${value}`,
  domain: (value) => `World: ${value}`,
}

/** What an event says beside its kind, line by line. */
export function eventLines(event: PaymentEvent, agreedKobo: number): string[] {
  // That there is a note is said by the note itself, as long as it is there.
  const isSaid = (name: string) => name === 'hasNote' && 'note' in event.details
  const told = Object.entries(event.details).flatMap(([name, value]) =>
    value === null || value === '' || isSaid(name) ? [] : [known[name]?.(String(value)) ?? `${name}: ${String(value)}`],
  )
  const first = event.kind === 'mismatch' ? mismatchWords(event.key, agreedKobo) : amountWords(event)
  return first === undefined ? told : [first, ...told]
}

const verdicts: Record<PaymentState, string> = {
  opened: 'Opened, and no money is known of yet.',
  pending: 'The payer’s bank is still at work on it. It opens nothing until the money is there.',
  abandoned: 'The payer left before it was paid. It may still be paid under this reference.',
  failed: 'The bank declined it. It may still be paid under this reference.',
  succeeded: 'Paid. It opens everything to the student.',
  disputed: 'The payer disputes it at the bank.',
  refunded: 'Given back. It opens nothing any more.',
}

const reasons: Record<NonNullable<AdminPayment['attention']>, string> = {
  mismatch:
    'Money came that does not fit what was agreed, so it opens nothing. Give it back, then note the refund here.',
  'refund-due': 'The student had paid before. Give this one back, then note the refund here.',
  disputed: 'The payer disputes it at the bank. Answer the dispute in the dashboard of the payment service.',
  'refund-unclear':
    'A refund was told, and how much it is cannot be read, so nothing was changed. Look in the dashboard of the payment service, then note the refund here.',
}

/** What the ledger makes of a payment, and why it needs a person. */
export function describePayment({ state, attention, opensAll }: PaymentHistory['payment']): string {
  const words = attention === null ? verdicts[state] : reasons[attention]
  return state === 'disputed' && opensAll ? `${words} The account stays open until that is decided.` : words
}

/** 'Paid, needs a person, from 3 Dec 2026'; of a search whose words are not kept it says only that there was one. */
export function describeSelection(view: Partial<PaymentSelection>, hadSearch = false): string {
  const { state, attention, from, to, search } = view
  const parts = [
    state ? stateLabels[state] : 'All payments',
    attention && 'those that need a person',
    from && `from ${formatDate(noonInLagos(from))}`,
    to && `to ${formatDate(noonInLagos(to))}`,
    search ? `search “${search}”` : hadSearch && 'by a search',
  ]
  return parts.filter(Boolean).join(', ')
}

/** '1,204 confirmed, ₦1,204,000' */
export function formatSums({ confirmed, kobo }: PaymentSums): string {
  return `${confirmed.toLocaleString('en-NG')} confirmed, ${formatNaira(kobo)}`
}

export const differenceLabels: Record<PaymentComparison['differences'][number]['what'], string> = {
  missed: 'paid, and we had not known',
  amount: 'another sum there than here',
  'not-theirs': 'counted here and not listed there',
  unknown: 'listed there and unknown here',
}

export function formatDifferenceCount({ differences }: Pick<PaymentComparison, 'differences'>): string {
  return differences.length === 0 ? 'no differences' : formatCount(differences.length, 'difference')
}
