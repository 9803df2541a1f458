// Serializes a payment for the API and the webhooks, with the same fields as the real ones.
import { createHash } from 'node:crypto'
import type { Means, Refund, Transaction } from './transaction.ts'

/** The reply of `GET /transaction/verify/:reference`, and an item of a list. */
export function transactionData(transaction: Transaction): object {
  const { fees, requestedAmount, createdAt, paidAt, metadata } = transaction
  return {
    ...common(transaction),
    receipt_number: null,
    // Metadata that was given as text is returned as text.
    metadata,
    log: logOf(transaction),
    fees,
    fees_split: null,
    authorization: authorizationOf(transaction),
    customer: customerOf(transaction),
    plan: null,
    split: {},
    order_id: null,
    paidAt,
    createdAt,
    requested_amount: requestedAmount,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: createdAt,
    plan_object: {},
    subaccount: {},
  }
}

/** The reply about a refund. The transaction is an object when the refund is created, and its id later. */
export function refundData(transaction: Transaction, refund: Refund, shape: 'created' | 'listed'): object {
  const { id, reference, amount, paidAt, domain, currency, channel } = transaction
  return {
    transaction: shape === 'created' ? { id, domain, reference, amount, paid_at: paidAt, channel, currency } : id,
    integration: 100_032,
    dispute: null,
    settlement: null,
    deducted_amount: refund.status === 'processed' ? refund.amount : 0,
    channel: null,
    merchant_note: refund.merchantNote,
    customer_note: refund.customerNote,
    status: refund.status,
    refunded_by: 'sandbox@baobab.example',
    refunded_at: refund.status === 'processed' ? refund.changedAt : null,
    expected_at: refund.at,
    currency,
    domain,
    amount: refund.amount,
    fully_deducted: refund.status === 'processed',
    id: refund.id,
    createdAt: refund.at,
    updatedAt: refund.changedAt,
  }
}

/** The fields that every representation of a payment has. */
export function common(transaction: Transaction): object {
  const { id, domain, status, reference, amount, gatewayResponse, paidAt, createdAt, channel, currency } = transaction
  return {
    id,
    domain,
    status,
    reference,
    amount,
    message: null,
    gateway_response: gatewayResponse,
    paid_at: paidAt,
    created_at: createdAt,
    channel,
    currency,
    ip_address: '127.0.0.1',
  }
}

export function customerOf({ email }: Transaction): object {
  const digest = createHash('sha256').update(email.toLowerCase()).digest()
  return {
    id: digest.readUInt32BE(0),
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_${digest.toString('hex').slice(0, 15)}`,
    phone: null,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  }
}

/** The means of payment; null before a payment. */
export function authorizationOf({ means, channel, id }: Transaction): object {
  if (means === null) return {}
  return {
    authorization_code: `AUTH_${tokenOf(means, id)}`,
    bin: means.bin,
    last4: means.last4,
    exp_month: '12',
    exp_year: '2030',
    channel,
    card_type: channel === 'bank_transfer' ? 'transfer' : `${means.brand} `,
    bank: channel === 'bank_transfer' ? null : 'TEST BANK',
    country_code: 'NG',
    brand: means.brand,
    reusable: channel === 'card',
    signature: `SIG_${tokenOf(means, 0)}`,
    account_name: null,
    receiver_bank_account_number: null,
    receiver_bank: null,
  }
}

export function logOf({ createdAt, paidAt, attempts, errors, history }: Transaction): object {
  const start = secondsOf(createdAt)
  const entries = history.map(({ type, message, at }) => ({ type, message, time: secondsOf(at) - start }))
  return {
    start_time: start,
    time_spent: entries.at(-1)?.time ?? 0,
    attempts,
    errors,
    success: paidAt !== null,
    mobile: false,
    input: [],
    history: entries,
  }
}

function tokenOf({ bin, last4 }: Means, salt: number): string {
  return createHash('sha256').update(`${bin} ${last4} ${salt}`).digest('hex').slice(0, 20)
}

function secondsOf(at: string): number {
  return Math.floor(Date.parse(at) / 1000)
}
