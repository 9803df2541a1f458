// The replies of the API, independent of HTTP. Statuses and messages are the real provider's.
import { transactionData } from './serialize.ts'
import { isRecord, type Json } from '../json.ts'
import { readOrder } from './parse-order.ts'
import type { Provider } from './provider.ts'
import type { Store } from './store.ts'
import { isPaid, refundable, Refused, type Transaction } from './transaction.ts'

export type Call = {
  method: string
  path: string
  query: URLSearchParams
  /** A parsed JSON or form body; empty if there is none. */
  body: Json
  authorization: string | undefined
}
export type Answer = { status: number; body: object }

type RouteContext = { store: Store; provider: Provider; secretKey: string; checkoutUrl: string }
type Handler = (context: RouteContext, call: Call, parameter: string) => Promise<Answer> | Answer

const MOST_PER_PAGE = 100

const routes: { method: string; path: RegExp; handle: Handler }[] = [
  { method: 'POST', path: /^\/transaction\/initialize$/, handle: initialize },
  { method: 'GET', path: /^\/transaction\/verify\/([^/]+)$/, handle: verify },
  { method: 'GET', path: /^\/transaction$/, handle: list },
  { method: 'GET', path: /^\/transaction\/([^/]+)$/, handle: show },
  { method: 'POST', path: /^\/refund$/, handle: refund },
  { method: 'POST', path: /^\/apple-pay\/domain$/, handle: addDomain },
]

export async function answer(context: RouteContext, call: Call): Promise<Answer> {
  if (call.authorization !== `Bearer ${context.secretKey}`) return refusal(401, 'Invalid key')
  for (const { method, path, handle } of routes) {
    const found = method === call.method ? path.exec(call.path) : null
    if (found) return handle(context, call, decoded(found[1] ?? ''))
  }
  return refusal(404, 'The requested resource was not found')
}

async function initialize({ store, checkoutUrl }: RouteContext, { body }: Call): Promise<Answer> {
  const order = readOrder(body)
  if (typeof order === 'string') return refusal(400, order)
  const transaction = await store.add(order)
  if (!transaction) return refusal(400, 'Duplicate Transaction Reference')
  const { accessCode, reference } = transaction
  return success('Authorization URL created', {
    authorization_url: `${checkoutUrl}/${accessCode}`,
    access_code: accessCode,
    reference,
  })
}

function verify({ store }: RouteContext, _call: Call, reference: string): Answer {
  const transaction = store.find(reference)
  if (!transaction) return refusal(404, 'Transaction reference not found.')
  return success('Verification successful', transactionData(transaction))
}

function show({ store }: RouteContext, _call: Call, id: string): Answer {
  const transaction = /^\d{1,15}$/.test(id) ? store.byId(Number(id)) : undefined
  if (!transaction) return refusal(404, 'Transaction not found')
  return success('Transaction retrieved', transactionData(transaction))
}

/** Newest first. `from` and `to` filter by the time when the payment was opened. */
function list({ store }: RouteContext, { query }: Call): Answer {
  const perPage = Math.min(positive(query.get('perPage')) ?? 50, MOST_PER_PAGE)
  const page = positive(query.get('page')) ?? 1
  const status = query.get('status')
  const from = query.get('from')
  const to = query.get('to')
  if ([from, to].some((date) => date !== null && Number.isNaN(Date.parse(date)))) return refusal(400, 'Invalid date')
  const found = store.newestFirst().filter((transaction) => {
    const at = Date.parse(transaction.createdAt)
    if (status !== null && transaction.status !== status) return false
    return (from === null || at >= Date.parse(from)) && (to === null || at <= Date.parse(to))
  })
  const skipped = (page - 1) * perPage
  return {
    status: 200,
    body: {
      status: true,
      message: 'Transactions retrieved',
      data: found.slice(skipped, skipped + perPage).map(transactionData),
      meta: { total: found.length, skipped, perPage, page, pageCount: Math.ceil(found.length / perPage) },
    },
  }
}

async function refund({ store, provider }: RouteContext, { body }: Call): Promise<Answer> {
  const named = body['transaction']
  const transaction =
    store.find(String(named)) ?? (/^\d{1,15}$/.test(String(named)) ? store.byId(Number(named)) : undefined)
  if (!transaction) return refusal(404, 'Transaction not found')
  if (!isPaid(transaction)) return refusal(400, 'Transaction has not been paid')
  if (refundable(transaction) === 0) return refusal(400, 'Transaction has been fully reversed')
  try {
    const amount = body['amount'] === undefined ? undefined : Number(body['amount'])
    return success(
      'Refund has been queued for processing',
      refundData(await provider.refund(transaction.reference, amount)),
    )
  } catch (error) {
    if (error instanceof Refused) return refusal(400, error.message)
    throw error
  }
}

function refundData(transaction: Transaction): object {
  const { id, reference, amount, paidAt, domain, currency } = transaction
  const last = transaction.refunds.at(-1)
  return {
    transaction: { id, domain, reference, amount, paid_at: paidAt, channel: transaction.channel, currency },
    integration: 100_032,
    deducted_amount: 0,
    channel: null,
    merchant_note: `Refund for transaction ${reference}`,
    customer_note: `Refund for transaction ${reference}`,
    status: 'pending',
    refunded_by: 'sandbox@baobab.example',
    expected_at: last?.at ?? null,
    currency,
    domain,
    amount: last?.amount ?? amount,
    fully_deducted: false,
    id: last?.id ?? id,
    createdAt: last?.at ?? null,
    updatedAt: last?.at ?? null,
  }
}

function addDomain(_world: RouteContext, { body }: Call): Answer {
  const domain = body['domainName']
  if (typeof domain !== 'string' || !/^[a-z0-9.-]+\.[a-z]{2,}$/i.test(domain))
    return refusal(400, 'Invalid domain name')
  return { status: 200, body: { status: true, message: 'Domain successfully registered on Apple Pay' } }
}

function success(message: string, data: object): Answer {
  return { status: 200, body: { status: true, message, data } }
}

export function refusal(status: number, message: string): Answer {
  return { status, body: { status: false, message } }
}

function positive(text: string | null): number | undefined {
  const value = Number(text)
  return text !== null && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Parses the fields of a form, some of which contain JSON. */
export function fromForm(text: string): Json {
  return Object.fromEntries(new URLSearchParams(text))
}

export function fromJson(value: unknown): Json | undefined {
  return isRecord(value) ? value : undefined
}
