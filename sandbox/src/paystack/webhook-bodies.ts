// The bodies of webhooks as in the provider's samples, which differ from each other and from the API's replies.
import { authorizationOf, common, customerOf, logOf } from './serialize.ts'
import type { Dispute, Refund, Transaction } from './transaction.ts'

export const events = [
  'charge.success',
  'charge.dispute.create',
  'charge.dispute.remind',
  'charge.dispute.resolve',
  'refund.pending',
  'refund.processing',
  'refund.needs-attention',
  'refund.processed',
  'refund.failed',
  'bank.transfer.rejected',
] as const
export type EventName = (typeof events)[number]

/** Returns the body of a webhook about the current state of a payment. */
export function bodyOf(event: EventName, transaction: Transaction): string {
  return JSON.stringify({ event, data: dataOf(event, transaction) })
}

function dataOf(event: EventName, transaction: Transaction): object {
  switch (event) {
    case 'charge.success':
      return chargeOf(transaction)
    case 'charge.dispute.create':
    case 'charge.dispute.remind':
    case 'charge.dispute.resolve':
      return disputeOf(transaction, transaction.disputes.at(-1))
    case 'refund.pending':
    case 'refund.processing':
    case 'refund.needs-attention':
    case 'refund.processed':
    case 'refund.failed':
      return refundOf(transaction, { status: event.slice('refund.'.length), refund: transaction.refunds.at(-1) })
    case 'bank.transfer.rejected':
      return rejectionOf(transaction)
  }
}

/** Has no `requested_amount` and no fees. Metadata is lost in one of two ways. */
function chargeOf(transaction: Transaction): object {
  return {
    ...common(transaction),
    metadata: transaction.id % 2 === 0 ? '' : 0,
    log: transaction.id % 2 === 0 ? null : logOf(transaction),
    fees: null,
    customer: customerOf(transaction),
    authorization: authorizationOf(transaction),
    plan: {},
  }
}

/** The amount is a string, and the reference has another name. */
function refundOf(
  { reference, amount, currency, domain, email }: Transaction,
  { status, refund }: { status: string; refund: Refund | undefined },
): object {
  return {
    status,
    transaction_reference: reference,
    refund_reference: refund?.reference ?? null,
    amount: String(refund?.amount ?? amount),
    currency,
    processor: 'instant-transfer',
    customer: { first_name: null, last_name: null, email },
    integration: 100_032,
    domain,
  }
}

function disputeOf(transaction: Transaction, dispute: Dispute | undefined): object {
  const { id, amount, currency, domain, fees, paidAt, requestedAmount, createdAt } = transaction
  const at = dispute?.at ?? createdAt
  const day = new Date(Date.parse(at) + 86_400_000).toISOString()
  const isResolved = dispute !== undefined && dispute.resolution !== null
  return {
    id: dispute?.id ?? id,
    refund_amount: dispute?.amount ?? amount,
    currency,
    status: isResolved ? 'resolved' : 'awaiting-merchant-feedback',
    resolution: dispute?.resolution ?? null,
    domain,
    transaction: {
      ...common(transaction),
      metadata: '',
      log: null,
      fees,
      fees_split: null,
      authorization: {},
      customer: { international_format_phone: null },
      plan: {},
      subaccount: {},
      split: {},
      order_id: null,
      paidAt,
      requested_amount: requestedAmount,
      pos_transaction_data: null,
    },
    transaction_reference: null,
    category: 'chargeback',
    customer: customerOf(transaction),
    bin: transaction.means?.bin ?? null,
    last4: transaction.means?.last4 ?? null,
    dueAt: day,
    resolvedAt: dispute?.resolvedAt ?? null,
    evidence: null,
    attachments: '',
    note: null,
    history: [{ status: isResolved ? 'resolved' : 'pending', by: 'sandbox@bank.example', createdAt: at }],
    messages: [{ sender: 'sandbox@bank.example', body: 'Customer complained', createdAt: at }],
    created_at: at,
    updated_at: dispute?.resolvedAt ?? at,
  }
}

/** A transfer of a different amount than requested, which the bank returns. */
function rejectionOf(transaction: Transaction): object {
  return {
    ...common(transaction),
    metadata: '',
    fees: null,
    customer: customerOf(transaction),
    authorization: {},
    plan: {},
    bank_transfer: {
      amount: Math.max(1, Math.floor(transaction.requestedAmount / 2)),
      message: 'Transaction amount is incorrect',
      message_type: 'INCORRECT_AMOUNT',
      transaction_id: transaction.id,
    },
  }
}
