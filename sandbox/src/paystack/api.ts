// The replies of the API, independent of HTTP. Statuses and messages are the real provider's.
import { refundData, transactionData } from './serialize.ts'
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
  { method: 'POST', path: /^\/refund\/retry_with_customer_details\/([^/]+)$/, handle: retryRefund },
  { method: 'GET', path: /^\/refund$/, handle: listRefunds },
  { method: 'GET', path: /^\/refund\/([^/]+)$/, handle: showRefund },
  { method: 'GET', path: /^\/bank$/, handle: listBanks },
  { method: 'GET', path: /^\/bank\/resolve$/, handle: resolveAccount },
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

/** Finds a payment by its reference or id. */
function findPayment(store: Store, named: unknown): Transaction | undefined {
  const text = String(named)
  return store.find(text) ?? (/^\d{1,15}$/.test(text) ? store.byId(Number(text)) : undefined)
}

async function refund({ store, provider }: RouteContext, { body }: Call): Promise<Answer> {
  const transaction = findPayment(store, body['transaction'])
  if (!transaction) return refusal(404, 'Transaction not found')
  if (!isPaid(transaction)) return refusal(400, 'Transaction has not been paid')
  if (refundable(transaction) === 0) return refusal(400, 'Transaction has been fully reversed')
  const { amount, customer_note: customerNote, merchant_note: merchantNote } = body
  try {
    const after = await provider.refund(transaction.reference, amount === undefined ? undefined : Number(amount), {
      ...(typeof customerNote === 'string' && { customerNote }),
      ...(typeof merchantNote === 'string' && { merchantNote }),
    })
    const made = after.refunds[transaction.refunds.length] ?? after.refunds.at(-1)
    if (!made) throw new Error('no refund was made')
    // The real provider replies before it starts, whatever becomes of the refund.
    return success(
      'Refund has been queued for processing',
      refundData(after, { ...made, status: 'pending' }, 'created'),
    )
  } catch (error) {
    if (error instanceof Refused) return refusal(400, error.message)
    throw error
  }
}

/** Takes the payer's bank account for a refund that needs one. The account is not stored. */
async function retryRefund({ store, provider }: RouteContext, { body }: Call, id: string): Promise<Answer> {
  const transaction = store.newestFirst().find(({ refunds }) => refunds.some((made) => String(made.id) === id))
  if (!transaction) return refusal(404, 'Refund not found')
  const account = isRecord(body['refund_account_details']) ? body['refund_account_details'] : {}
  const { currency, account_number: accountNumber, bank_id: bankId } = account
  if (currency !== transaction.currency) return refusal(400, 'Invalid currency')
  if (!banks.some((bank) => String(bank.id) === String(bankId))) return refusal(400, 'Invalid bank')
  if (!/^\d{10}$/.test(String(accountNumber))) return refusal(400, 'Account number is invalid')
  try {
    const after = await provider.retryRefund(transaction.reference)
    const made = after.refunds.find((made) => String(made.id) === id)
    if (!made) throw new Error('the refund has disappeared')
    const data = refundData(after, { ...made, status: 'processing' }, 'listed')
    return success('Refund retried and has been queued for processing', data)
  } catch (error) {
    if (error instanceof Refused) return refusal(400, error.message)
    throw error
  }
}

const banks = [
  { id: 9, name: 'First Bank of Nigeria', slug: 'first-bank-of-nigeria', code: '011' },
  { id: 14, name: 'Guaranty Trust Bank', slug: 'guaranty-trust-bank', code: '058' },
  { id: 1, name: 'Access Bank', slug: 'access-bank', code: '044' },
].map((bank) => ({ ...bank, active: true, country: 'Nigeria', currency: 'NGN', type: 'nuban', is_deleted: false }))

function listBanks(_context: RouteContext, { query }: Call): Answer {
  const data = query.get('country') === 'nigeria' ? banks : []
  return { status: 200, body: { status: true, message: 'Banks retrieved', data } }
}

const holders = ['ADA OBI', 'BABAJIDE COLE', 'HAUWA MUSA', 'EMEKA NWOSU', 'FUNKE ADEBAYO']
/** The provider does not know whose account it is. */
const UNKNOWN_ACCOUNT = '0000000000'

/** Says whose account it is: the same made-up name each time. */
function resolveAccount(_context: RouteContext, { query }: Call): Answer {
  const accountNumber = query.get('account_number') ?? ''
  const bank = banks.find(({ code }) => code === query.get('bank_code'))
  if (!bank) return refusal(400, 'Unknown bank code')
  if (!/^\d{10}$/.test(accountNumber) || accountNumber === UNKNOWN_ACCOUNT)
    return refusal(422, 'Could not resolve account name. Check parameters or try again.')
  const data = {
    account_number: accountNumber,
    account_name: holders[Number(accountNumber) % holders.length],
    bank_id: bank.id,
  }
  return success('Account number resolved', data)
}

/** Newest first; those of one payment if `transaction` is given. */
function listRefunds({ store }: RouteContext, { query }: Call): Answer {
  const named = query.get('transaction')
  const perPage = Math.min(positive(query.get('perPage')) ?? 50, MOST_PER_PAGE)
  const payments = named === null ? store.newestFirst() : [findPayment(store, named) ?? []].flat()
  const found = payments.flatMap((one) => one.refunds.toReversed().map((made) => refundData(one, made, 'listed')))
  const body = { status: true, message: 'Refunds retrieved', data: found.slice(0, perPage) }
  return { status: 200, body }
}

function showRefund({ store }: RouteContext, _call: Call, id: string): Answer {
  for (const one of store.newestFirst()) {
    const made = one.refunds.find((made) => String(made.id) === id)
    if (made) return success('Refund retrieved', refundData(one, made, 'listed'))
  }
  return refusal(404, 'Refund not found')
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
