// A payment at the provider and its transitions. Pure functions: nothing here writes or sends.
import { isRecord } from '../json.ts'

export type Status = 'abandoned' | 'pending' | 'success' | 'failed' | 'reversed'
export type Resolution = 'merchant-accepted' | 'declined'

export type RefundStatus = 'pending' | 'processing' | 'needs-attention' | 'failed' | 'processed'
export type Refund = {
  id: number
  reference: string
  amount: number
  at: string
  status: RefundStatus
  customerNote: string
  merchantNote: string
  /** When it was last changed. */
  changedAt: string
}
export type Dispute = {
  id: number
  amount: number
  at: string
  resolution: Resolution | null
  resolvedAt: string | null
}

/** A webhook about a payment, sent until `sent` reaches `wanted`. For a held webhook both are 0. */
export type Message = {
  id: number
  event: string
  body: string
  at: string
  /** The webhook is not sent before this time. */
  notBefore: string | null
  wanted: number
  /** The number of 2xx replies. */
  sent: number
}

/** The means of payment. A card's number is never stored. */
export type Means = { bin: string; last4: string; brand: string }

export type Transaction = {
  /** Larger than 32 bits, like the real ids. */
  id: number
  reference: string
  accessCode: string
  email: string
  domain: string
  currency: string
  callbackUrl: string | null
  metadata: unknown
  createdAt: string
  status: Status
  gatewayResponse: string
  /** The requested amount. `amount` is what the payer was charged, including fees if the payer bears them. */
  requestedAmount: number
  amount: number
  fees: number | null
  channel: string
  means: Means | null
  paidAt: string | null
  /** When a pending transfer arrives automatically; null if it must be completed by hand. */
  arrivesAt: string | null
  attempts: number
  errors: number
  history: { type: string; message: string; at: string }[]
  refunds: Refund[]
  disputes: Dispute[]
  messages: Message[]
}

/** The input for a new payment. */
export type Order = {
  reference: string
  email: string
  amount: number
  currency?: string
  callbackUrl?: string | null
  metadata?: unknown
}

/** The parts of a successful payment that a test or a page may vary. */
export type Paying = {
  channel?: string
  /** A different amount than agreed, as a manipulated browser could request. */
  amount?: number
  currency?: string
  domain?: string
  fees?: number | null
  /** `customer`: the fees are charged on top, so that `amount` is more than `requested_amount`. */
  bearer?: 'account' | 'customer'
  means?: Means
}

/** Thrown for an action that is not possible in the payment's current state. */
export class Refused extends Error {}

const TEST_CARD: Means = { bin: '408408', last4: '4081', brand: 'visa' }

export function newTransaction(
  order: Order,
  { id, accessCode, now }: { id: number; accessCode: string; now: Date },
): Transaction {
  return {
    id,
    reference: order.reference,
    accessCode,
    email: order.email,
    domain: 'test',
    currency: order.currency ?? 'NGN',
    callbackUrl: order.callbackUrl ?? null,
    metadata: order.metadata ?? '',
    createdAt: now.toISOString(),
    // The real provider reports 'abandoned' until the payment is paid.
    status: 'abandoned',
    gatewayResponse: 'The transaction was not completed',
    requestedAmount: order.amount,
    amount: order.amount,
    fees: null,
    channel: 'card',
    means: null,
    paidAt: null,
    arrivesAt: null,
    attempts: 0,
    errors: 0,
    history: [],
    refunds: [],
    disputes: [],
    messages: [],
  }
}

/** Returns whether the payment was ever paid, even if it was refunded later. */
export function isPaid({ status }: Transaction): boolean {
  return status === 'success' || status === 'reversed'
}

function requireUnpaid(transaction: Transaction): void {
  if (isPaid(transaction)) throw new Refused('This payment is paid.')
}

function requirePaid(transaction: Transaction): void {
  if (!isPaid(transaction)) throw new Refused('This payment is not paid.')
}

function noted(transaction: Transaction, type: string, message: string, now: Date): Transaction['history'] {
  return [...transaction.history, { type, message, at: now.toISOString() }]
}

/** The provider's fee: 1.5 %, plus 100 naira from 2500 naira on, at most 2000 naira. */
function feesOf(amount: number): number {
  return Math.min(Math.ceil(amount * 0.015) + (amount >= 250_000 ? 10_000 : 0), 200_000)
}

export function paid(transaction: Transaction, paying: Paying, now: Date): Transaction {
  requireUnpaid(transaction)
  const channel = paying.channel ?? (transaction.status === 'pending' ? transaction.channel : 'card')
  const asked = paying.amount ?? transaction.requestedAmount
  const fees = paying.fees === undefined ? feesOf(asked) : paying.fees
  return {
    ...transaction,
    status: 'success',
    gatewayResponse: channel === 'card' ? 'Successful' : 'Approved',
    requestedAmount: asked,
    amount: paying.bearer === 'customer' ? asked + (fees ?? 0) : asked,
    fees,
    currency: paying.currency ?? transaction.currency,
    domain: paying.domain ?? transaction.domain,
    channel,
    means: paying.means ?? TEST_CARD,
    paidAt: now.toISOString(),
    arrivesAt: null,
    attempts: transaction.attempts + 1,
    history: noted(transaction, 'success', `Successfully paid with ${channel.replace('_', ' ')}`, now),
  }
}

export function declined(transaction: Transaction, { reason, means }: { reason: string; means: Means }, now: Date) {
  requireUnpaid(transaction)
  return {
    ...transaction,
    status: 'failed',
    gatewayResponse: reason,
    channel: 'card',
    means,
    arrivesAt: null,
    attempts: transaction.attempts + 1,
    errors: transaction.errors + 1,
    history: noted(transaction, 'error', `Error: ${reason}`, now),
  } satisfies Transaction
}

export function abandoned(transaction: Transaction, now: Date) {
  requireUnpaid(transaction)
  return {
    ...transaction,
    status: 'abandoned',
    gatewayResponse: 'The transaction was not completed',
    arrivesAt: null,
    history: noted(transaction, 'close', 'Page closed', now),
  } satisfies Transaction
}

/** Starts a transfer that has not arrived yet. */
export function onItsWay(transaction: Transaction, { arrivesAt }: { arrivesAt: Date | null }, now: Date) {
  requireUnpaid(transaction)
  return {
    ...transaction,
    status: 'pending',
    gatewayResponse: 'Transfer not yet received',
    channel: 'bank_transfer',
    arrivesAt: arrivesAt?.toISOString() ?? null,
    attempts: transaction.attempts + 1,
    history: noted(transaction, 'action', 'Attempted to pay with bank transfer', now),
  } satisfies Transaction
}

/** Returns the amount that has not been refunded yet. A failed refund leaves the money with the shop. */
export function refundable({ amount, refunds }: Transaction): number {
  return amount - refunds.reduce((sum, refund) => sum + (refund.status === 'failed' ? 0 : refund.amount), 0)
}

/** The notes of a refund; the provider writes its own if there are none. */
export type RefundNotes = { customerNote?: string; merchantNote?: string }

/** Starts a refund of the remaining amount or a part of it. */
export function refundStarted(
  transaction: Transaction,
  { amount, customerNote, merchantNote }: RefundNotes & { amount?: number | undefined },
  now: Date,
): Transaction {
  requirePaid(transaction)
  const left = refundable(transaction)
  const sum = amount ?? left
  if (!Number.isSafeInteger(sum) || sum <= 0) throw new Refused('This amount cannot be refunded.')
  if (sum > left) throw new Refused('Refund amount cannot be more than transaction amount')
  const number = transaction.refunds.length + 1
  const note = `Refund for transaction ${transaction.reference}`
  const refund: Refund = {
    id: transaction.id * 100 + number,
    reference: `TRF_${transaction.id}${number}`,
    amount: sum,
    at: now.toISOString(),
    status: 'pending',
    customerNote: customerNote ?? note,
    merchantNote: merchantNote ?? note,
    changedAt: now.toISOString(),
  }
  return { ...transaction, refunds: [...transaction.refunds, refund] }
}

/** Returns the newest refund if it is neither processed nor failed. */
export function openRefund({ refunds }: Transaction): Refund | undefined {
  const last = refunds.at(-1)
  return last && last.status !== 'processed' && last.status !== 'failed' ? last : undefined
}

/** Moves the open refund on. Once everything was refunded, the payment is `reversed`. */
export function refundMoved(transaction: Transaction, status: RefundStatus, now: Date): Transaction {
  const open = openRefund(transaction)
  if (!open) throw new Refused('No refund of this payment is under way.')
  const moved: Refund = { ...open, status, changedAt: now.toISOString() }
  const refunds = transaction.refunds.map((refund) => (refund === open ? moved : refund))
  const done = refunds.reduce((sum, refund) => sum + (refund.status === 'processed' ? refund.amount : 0), 0)
  return { ...transaction, refunds, status: done === transaction.amount ? 'reversed' : transaction.status }
}

/** Returns a payment of an earlier version, whose refunds were processed at once and had no state. */
export function withRefundStates(transaction: Transaction): Transaction {
  const note = `Refund for transaction ${transaction.reference}`
  const refunds = transaction.refunds.map((refund) => {
    const { status, customerNote, merchantNote, changedAt }: Partial<Refund> = refund
    return {
      ...refund,
      status: status ?? 'processed',
      customerNote: customerNote ?? note,
      merchantNote: merchantNote ?? note,
      changedAt: changedAt ?? refund.at,
    }
  })
  return { ...transaction, refunds }
}

/** Returns the open dispute, if any. */
export function openDispute({ disputes }: Transaction): Dispute | undefined {
  return disputes.find(({ resolution }) => resolution === null)
}

export function disputed(transaction: Transaction, now: Date): Transaction {
  requirePaid(transaction)
  if (openDispute(transaction)) throw new Refused('This payment is already disputed.')
  const dispute: Dispute = {
    id: transaction.id * 100 + 50 + transaction.disputes.length,
    amount: transaction.amount,
    at: now.toISOString(),
    resolution: null,
    resolvedAt: null,
  }
  return { ...transaction, disputes: [...transaction.disputes, dispute] }
}

export function resolved(transaction: Transaction, resolution: Resolution, now: Date): Transaction {
  const open = openDispute(transaction)
  if (!open) throw new Refused('No dispute of this payment is open.')
  const done: Dispute = { ...open, resolution, resolvedAt: now.toISOString() }
  return { ...transaction, disputes: transaction.disputes.map((one) => (one === open ? done : one)) }
}

/** Returns whether a value read from a file is a payment. The file is our own, so only its shape is checked. */
export function isTransaction(value: unknown): value is Transaction {
  return (
    isRecord(value) &&
    typeof value['id'] === 'number' &&
    typeof value['reference'] === 'string' &&
    typeof value['accessCode'] === 'string' &&
    typeof value['status'] === 'string' &&
    typeof value['amount'] === 'number' &&
    ['history', 'refunds', 'disputes', 'messages'].every((name) => Array.isArray(value[name]))
  )
}
