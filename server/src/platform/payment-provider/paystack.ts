// Paystack's HTTP API (shared facts: providers.md): the calls, how long they may take, and which are tried again.
import { createHmac } from 'node:crypto'
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel'
import { isSameSecret } from '../security/tokens.ts'
import {
  InitializeReply,
  ListReply,
  parseReply,
  ProviderUnavailableError,
  parseTransactions,
  VerifyReply,
  type ParsedTransactions,
} from './paystack-replies.ts'
import type { ProviderDomain, ProviderTransaction } from './transaction.ts'

/** Whoever calls meets it. */
export { ProviderUnavailableError }

export type PaystackSettings = {
  /** Of the API, without a slash at the end. */
  apiUrl: string
  /** Of InlineJS v2, which the payment page loads. */
  scriptUrl: string
  secretKey: string
  publicKey: string
}

/** What opening a payment tells the provider. */
export type InitializeInput = {
  reference: string
  email: string
  amountKobo: number
  callbackUrl: string
  /** Where the provider's page leads whoever gives up. */
  cancelUrl: string
}

/** What is asked of the list, a page at a time. */
type ListQuery = { from: Date; to: Date; page: number }
type TransactionPage = ParsedTransactions & { hasMore: boolean }

export type Paystack = {
  /** Which of the provider's two worlds our key belongs to. */
  domain: ProviderDomain
  publicKey: string
  scriptUrl: string
  /** Opens a transaction. Never tried twice by itself: a lost reply may have opened it. Throws ProviderUnavailableError. */
  initialize(order: InitializeInput): Promise<{ accessCode: string; authorizationUrl: string }>
  /** A transaction by our reference; undefined where the provider has none. Throws ProviderUnavailableError within 5 s. */
  verify(reference: string): Promise<ProviderTransaction | undefined>
  /** A page (from 1) of what succeeded in a stretch of time, and whether there are more. Throws ProviderUnavailableError. */
  list(stretch: ListQuery): Promise<TransactionPage>
  /** Whether raw bytes were signed with our key: HMAC-SHA512 in lower-case hex. */
  isSigned(body: Buffer, signature: string): boolean
}

/** All that a caller waits for, and one try of it. */
const LIMIT_MS = 5_000
const TRY_MS = 4_000
const REPLY_BYTES = 256 * 1_024
const PAGE_BYTES = 4 * 1_048_576
const PER_PAGE = 100
/** After this many failures in a row nobody is kept waiting, until one call is let through again. */
const FAILURES = 5
const PAUSE_MS = 5_000

/** Reads a body up to a limit; more than that is not an answer. */
async function readUpTo(response: Response, bytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let total = 0
  for await (const piece of response.body ?? []) {
    total += piece.byteLength
    // Leaving the loop cancels the body.
    if (total > bytes) throw new ProviderUnavailableError('the answer is too long', { isTransient: false })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

type Asking = { path: string; body?: object; bytes?: number; signal: AbortSignal }

/** One call; answers status and text, or throws ProviderUnavailableError where there is no answer or one of trouble. */
async function ask(settings: PaystackSettings, { path, body, bytes = REPLY_BYTES, signal }: Asking) {
  try {
    const response = await fetch(settings.apiUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${settings.secretKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]),
    })
    const text = await readUpTo(response, bytes)
    if (response.status >= 500 || response.status === 429)
      throw new ProviderUnavailableError(`the provider answered ${response.status}`, { isTransient: true })
    return { status: response.status, text }
  } catch (cause) {
    if (cause instanceof ProviderUnavailableError) throw cause
    throw new ProviderUnavailableError('the provider did not answer', { isTransient: true, cause })
  }
}

function refused(status: number): never {
  throw new ProviderUnavailableError(`the provider refused with ${status}`, { isTransient: false })
}

/** The payer's browser is led there: to the provider's own page, or to that of the stand-in, beside its script. */
function isCheckout(address: string, { scriptUrl }: PaystackSettings): boolean {
  const { protocol, hostname, port, origin } = new URL(address)
  if (origin === new URL(scriptUrl).origin) return true
  return protocol === 'https:' && port === '' && /^(?:[a-z0-9-]+\.)+paystack\.(?:com|co)$/.test(hostname)
}

type Call = { settings: PaystackSettings; signal: AbortSignal }

async function initialize({ settings, signal }: Call, order: InitializeInput) {
  const body = {
    email: order.email,
    amount: order.amountKobo,
    currency: 'NGN',
    reference: order.reference,
    callback_url: order.callbackUrl,
    metadata: { cancel_action: order.cancelUrl },
  }
  const { status, text } = await ask(settings, { path: '/transaction/initialize', body, signal })
  if (status !== 200) refused(status)
  const { data } = parseReply(InitializeReply, text)
  if (data.reference !== order.reference) refused(status)
  if (!isCheckout(data.authorization_url, settings))
    throw new ProviderUnavailableError('the page to pay on is not the provider’s', { isTransient: false })
  return { accessCode: data.access_code, authorizationUrl: data.authorization_url }
}

async function verify({ settings, signal }: Call, reference: string): Promise<ProviderTransaction | undefined> {
  const path = `/transaction/verify/${encodeURIComponent(reference)}`
  const { status, text } = await ask(settings, { path, signal })
  if (status === 404 || (status === 400 && /reference/i.test(text))) return undefined
  if (status !== 200) refused(status)
  return parseReply(VerifyReply, text).data
}

async function list({ settings, signal }: Call, { from, to, page }: ListQuery): Promise<TransactionPage> {
  const query = new URLSearchParams({
    status: 'success',
    from: from.toISOString(),
    to: to.toISOString(),
    perPage: String(PER_PAGE),
    page: String(page),
  })
  const path = `/transaction?${query.toString()}`
  const { status, text } = await ask(settings, { path, bytes: PAGE_BYTES, signal })
  if (status !== 200) refused(status)
  const { data, meta } = parseReply(ListReply, text)
  const hasMore = meta?.pageCount === undefined ? data.length === PER_PAGE : page < meta.pageCount
  return { ...parseTransactions(data), hasMore }
}

/** Speaks to Paystack, or to whatever speaks its protocol at another address. */
export function openPaystack(settings: PaystackSettings): Paystack {
  const trouble = handleWhen((error) => error instanceof ProviderUnavailableError && error.isTransient)
  const breaker = circuitBreaker(trouble, { halfOpenAfter: PAUSE_MS, breaker: new ConsecutiveBreaker(FAILURES) })
  const limit = timeout(LIMIT_MS, TimeoutStrategy.Aggressive)
  const again = retry(trouble, { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 150 }) })
  const once = wrap(limit, breaker)
  const safely = wrap(limit, again, breaker)
  const run = async <T>(policy: typeof once | typeof safely, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await policy.execute(({ signal }) => call(signal))
    } catch (cause) {
      if (cause instanceof BrokenCircuitError || cause instanceof TaskCancelledError)
        throw new ProviderUnavailableError('the provider does not answer', { isTransient: true, cause })
      throw cause
    }
  }
  return {
    domain: settings.secretKey.startsWith('sk_live_') ? 'live' : 'test',
    publicKey: settings.publicKey,
    scriptUrl: settings.scriptUrl,
    initialize: (order) => run(once, (signal) => initialize({ settings, signal }, order)),
    verify: (reference) => run(safely, (signal) => verify({ settings, signal }, reference)),
    list: (stretch) => run(safely, (signal) => list({ settings, signal }, stretch)),
    isSigned: (body, signature) =>
      isSameSecret(createHmac('sha512', settings.secretKey).update(body).digest('hex'), signature),
  }
}
