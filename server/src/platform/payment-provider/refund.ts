// The refund calls of Paystack's API: asking for a refund, reading one, and listing those of a transaction.
import { z } from 'zod'
import { instant, kobo, parseReply, ProviderUnavailableError, shortText } from './paystack-replies.ts'
import type { ProviderRefund } from './transaction.ts'

export type RefundInput = {
  /** Our reference of the transaction. */
  reference: string
  /** Everything if undefined. */
  amountKobo: number | undefined
  customerNote: string
  merchantNote: string
}

/** A refund that the provider accepted, or its explanation of why it made none. */
export type RefundAnswer = { refund: ProviderRefund } | { refusal: string }

/** Sends one request of the client: a body makes it a POST. */
export type Send = (call: { path: string; body?: object }) => Promise<{ status: number; text: string }>

const id = z.union([z.number(), shortText]).transform(String)

/** The samples name the time in two ways, and the transaction is its id or an object. */
const RefundData = z
  .object({
    id,
    status: shortText,
    amount: kobo,
    transaction: z
      .union([id, z.object({ id }).transform((transaction) => transaction.id)])
      .nullish()
      .catch(null),
    merchant_note: z.string().max(1_000).nullish().catch(null),
    createdAt: instant,
    created_at: instant,
  })
  .transform((data): ProviderRefund => ({
    id: data.id,
    status: data.status,
    amountKobo: data.amount,
    transactionId: data.transaction ?? null,
    note: data.merchant_note ?? null,
    createdAt: data.createdAt ?? data.created_at ?? null,
  }))

const RefundReply = z.object({ status: z.literal(true), data: RefundData })
const RefundsReply = z.object({ status: z.literal(true), data: z.array(RefundData) })
const Refusal = z.object({ message: z.string() }).catch({ message: '' })

const PER_PAGE = 100

function unavailable(status: number): never {
  throw new ProviderUnavailableError(`the provider refused with ${status}`, { isTransient: false })
}

/**
 * Asks for a refund, once. A status of 4xx is a refusal: nothing was refunded. After any other failure, which throws
 * ProviderUnavailableError, the refund may have been made.
 */
export async function createRefund(send: Send, input: RefundInput): Promise<RefundAnswer> {
  const body = {
    transaction: input.reference,
    ...(input.amountKobo !== undefined && { amount: input.amountKobo }),
    customer_note: input.customerNote,
    merchant_note: input.merchantNote,
  }
  return toAnswer(await send({ path: '/refund', body }))
}

function toAnswer({ status, text }: { status: number; text: string }): RefundAnswer {
  if (status === 200 || status === 201) return { refund: parseReply(RefundReply, text).data }
  // A time-out or a conflict says nothing about an earlier attempt by a proxy.
  if (status < 400 || status >= 500 || status === 408 || status === 409) return unavailable(status)
  return { refusal: readMessage(text) }
}

/** The payer's bank account for a refund that needs one. */
export type RefundAccount = {
  /** The provider's id of the refund. */ id: string
  bankId: string
  accountNumber: string
}

/** Gives the bank account for a refund, once. A status of 4xx is a refusal, unless it is about our key. */
export async function retryRefund(send: Send, { id, bankId, accountNumber }: RefundAccount): Promise<RefundAnswer> {
  const body = { refund_account_details: { currency: 'NGN', account_number: accountNumber, bank_id: bankId } }
  const reply = await send({ path: `/refund/retry_with_customer_details/${encodeURIComponent(id)}`, body })
  // These say nothing about the account, which the payer would be asked for again.
  if (reply.status === 401 || reply.status === 403) return unavailable(reply.status)
  return toAnswer(reply)
}

/** A bank that refunds can be sent to. The provider's calls name it by its id or by its code. */
export type Bank = { id: string; code: string; name: string }

const BanksReply = z.object({
  status: z.literal(true),
  data: z.array(
    z.object({
      id,
      code: shortText.catch(''),
      name: z.string().max(200),
      active: z.boolean().nullish().catch(null),
    }),
  ),
})

/** Lists the banks of Nigeria that refunds can be sent to, by name. */
export async function listBanks(send: Send): Promise<Bank[]> {
  const { status, text } = await send({ path: '/bank?country=nigeria' })
  if (status !== 200) return unavailable(status)
  return parseReply(BanksReply, text)
    .data.filter(({ active }) => active !== false)
    .map(({ id, code, name }) => ({ id, code, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

const HolderReply = z.object({
  status: z.literal(true),
  data: z.object({ account_name: z.string().trim().min(1).max(200) }),
})

/** Returns the name of a bank account's holder; undefined if the provider does not know the account. */
export async function findAccountHolder(
  send: Send,
  { bankCode, accountNumber }: { bankCode: string; accountNumber: string },
): Promise<string | undefined> {
  const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })
  const { status, text } = await send({ path: `/bank/resolve?${query.toString()}` })
  if (status === 400 || status === 422) return undefined
  if (status !== 200) return unavailable(status)
  return parseReply(HolderReply, text).data.account_name
}

/** Returns the provider's message in printable characters, because admins read it. */
function readMessage(text: string): string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return ''
  }
  return Refusal.parse(json)
    .message.replaceAll(/[^\x20-\x7e]/g, ' ')
    .slice(0, 200)
}

/** Reads a refund; undefined if the provider does not know it. */
export async function fetchRefund(send: Send, refundId: string): Promise<ProviderRefund | undefined> {
  const { status, text } = await send({ path: `/refund/${encodeURIComponent(refundId)}` })
  if (status === 404) return undefined
  if (status !== 200) return unavailable(status)
  return parseReply(RefundReply, text).data
}

/**
 * Lists the refunds of a transaction. `isComplete` is false if there may be refunds that are not in the list.
 */
export async function listRefunds(
  send: Send,
  transactionId: string,
): Promise<{ refunds: ProviderRefund[]; isComplete: boolean }> {
  const query = new URLSearchParams({ transaction: transactionId, perPage: String(PER_PAGE) })
  const { status, text } = await send({ path: `/refund?${query.toString()}` })
  if (status !== 200) return unavailable(status)
  const { data } = parseReply(RefundsReply, text)
  const isOurs = (refund: ProviderRefund) => refund.transactionId === null || refund.transactionId === transactionId
  return { refunds: data.filter(isOurs), isComplete: data.length < PER_PAGE }
}
