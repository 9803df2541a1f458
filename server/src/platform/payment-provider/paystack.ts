// Client for Paystack's HTTP API: the calls, their time limits and their retries.
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
import { readUpTo, ReplyTooLongError } from '../http/read-up-to.ts'
import { isSameSecret } from '../security/tokens.ts'
import {
  InitializeReply,
  ListReply,
  parseReply,
  parseTransactions,
  ProviderUnavailableError,
  VerifyReply,
  type ParsedTransactions,
} from './paystack-replies.ts'
import {
  createRefund,
  fetchRefund,
  findAccountHolder,
  listBanks,
  listRefunds,
  retryRefund,
  type Bank,
  type RefundAccount,
  type RefundAnswer,
  type RefundInput,
  type Send,
} from './refund.ts'
import type { ProviderDomain, ProviderRefund, ProviderTransaction } from './transaction.ts'

export { ProviderUnavailableError }

export type PaystackSettings = {
  /** Base URL of the API, without a trailing slash. */
  apiUrl: string
  /** URL of the InlineJS v2 script that the payment page loads. */
  scriptUrl: string
  secretKey: string
  publicKey: string
}

/** The data that the provider needs to open a transaction. */
type InitializeInput = {
  reference: string
  email: string
  amountKobo: number
  callbackUrl: string
  /** Where the provider's page redirects if the payer cancels. */
  cancelUrl: string
}

type ListQuery = { from: Date; to: Date; page: number }
type TransactionPage = ParsedTransactions & { hasMore: boolean }

export type Paystack = {
  /** The mode of our secret key. */
  domain: ProviderDomain
  publicKey: string
  scriptUrl: string
  /** Opens a transaction; never retries, because it may already be open. Throws ProviderUnavailableError. */
  initialize(input: InitializeInput): Promise<{ accessCode: string; authorizationUrl: string }>
  /** Finds a transaction by our reference; undefined if there is none. Throws ProviderUnavailableError within 5 s. */
  verify(reference: string): Promise<ProviderTransaction | undefined>
  /** Lists a page (from 1) of the successful transactions opened in a time range. Throws ProviderUnavailableError. */
  list(query: ListQuery): Promise<TransactionPage>
  /** Asks for a refund; never retries, because it may have been made. Throws ProviderUnavailableError if that is unknown. */
  createRefund(input: RefundInput): Promise<RefundAnswer>
  /** Gives the bank account for a refund that needs one; never retries. Throws ProviderUnavailableError if the outcome is not known. */
  retryRefund(account: RefundAccount): Promise<RefundAnswer>
  /** Lists the banks that refunds can be sent to. Throws ProviderUnavailableError. */
  listBanks(): Promise<Bank[]>
  /** Finds the name of a bank account's holder; undefined if the account is not known. Throws ProviderUnavailableError. */
  findAccountHolder(account: { bankCode: string; accountNumber: string }): Promise<string | undefined>
  /** Finds a refund by the provider's id. Throws ProviderUnavailableError. */
  fetchRefund(id: string): Promise<ProviderRefund | undefined>
  /** Lists the refunds of a transaction by the provider's transaction id. Throws ProviderUnavailableError. */
  listRefunds(transactionId: string): Promise<{ refunds: ProviderRefund[]; isComplete: boolean }>
  /**
   * Requests the newest transaction, once, to find out whether the secret key is accepted and the provider's time. Throws
   * ProviderUnavailableError.
   */
  check(): Promise<{ isKeyAccepted: boolean; at: Date | undefined }>
  /** Whether a body was signed with our key: HMAC-SHA512 in lower-case hex. */
  isSigned(body: Buffer, signature: string): boolean
}

/** Time limits for a call including its retry, and for one attempt. */
const CALL_TIMEOUT_MS = 5_000
const ATTEMPT_TIMEOUT_MS = 4_000
const MAX_REPLY_BYTES = 256 * 1_024
const MAX_PAGE_BYTES = 4 * 1_048_576
const PER_PAGE = 100
/** After this many consecutive failures, calls fail immediately; after the pause, one call is tried again. */
const MAX_FAILURES = 5
const BREAKER_PAUSE_MS = 5_000

type RequestOptions = { path: string; body?: object; bytes?: number; signal: AbortSignal }

/** Makes one call. Throws ProviderUnavailableError if there is no reply, or the status is 429 or 5xx. */
async function request(settings: PaystackSettings, { path, body, bytes = MAX_REPLY_BYTES, signal }: RequestOptions) {
  try {
    const response = await fetch(settings.apiUrl + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${settings.secretKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
    })
    const text = await readUpTo(response, bytes)
    if (response.status >= 500 || response.status === 429)
      throw new ProviderUnavailableError(`the provider replied ${response.status}`, { isTransient: true })
    return { status: response.status, text, date: response.headers.get('date') }
  } catch (cause) {
    if (cause instanceof ProviderUnavailableError) throw cause
    if (cause instanceof ReplyTooLongError)
      throw new ProviderUnavailableError(cause.message, { isTransient: false, cause })
    throw new ProviderUnavailableError('the provider did not reply', { isTransient: true, cause })
  }
}

function refused(status: number): never {
  throw new ProviderUnavailableError(`the provider refused with ${status}`, { isTransient: false })
}

/** Whether the payer's browser may be sent to a URL: the provider's own domain over HTTPS or, for the sandbox, the script's origin. */
function isCheckoutUrl(address: string, { scriptUrl }: PaystackSettings): boolean {
  const { protocol, hostname, port, origin } = new URL(address)
  if (origin === new URL(scriptUrl).origin) return true
  return protocol === 'https:' && port === '' && /^(?:[a-z0-9-]+\.)+paystack\.(?:com|co)$/.test(hostname)
}

type Call = { settings: PaystackSettings; signal: AbortSignal }

async function initialize({ settings, signal }: Call, input: InitializeInput) {
  const body = {
    email: input.email,
    amount: input.amountKobo,
    currency: 'NGN',
    reference: input.reference,
    callback_url: input.callbackUrl,
    metadata: { cancel_action: input.cancelUrl },
  }
  const { status, text } = await request(settings, { path: '/transaction/initialize', body, signal })
  if (status !== 200) refused(status)
  const { data } = parseReply(InitializeReply, text)
  if (data.reference !== input.reference) refused(status)
  if (!isCheckoutUrl(data.authorization_url, settings))
    throw new ProviderUnavailableError('the checkout page is not on a domain of the provider', { isTransient: false })
  return { accessCode: data.access_code, authorizationUrl: data.authorization_url }
}

async function verify({ settings, signal }: Call, reference: string): Promise<ProviderTransaction | undefined> {
  const path = `/transaction/verify/${encodeURIComponent(reference)}`
  const { status, text } = await request(settings, { path, signal })
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
  const { status, text } = await request(settings, { path, bytes: MAX_PAGE_BYTES, signal })
  if (status !== 200) refused(status)
  const { data, meta } = parseReply(ListReply, text)
  const hasMore = meta?.pageCount === undefined ? data.length === PER_PAGE : page < meta.pageCount
  return { ...parseTransactions(data), hasMore }
}

async function check({ settings, signal }: Call) {
  const { status, date } = await request(settings, { path: '/transaction?perPage=1', bytes: MAX_PAGE_BYTES, signal })
  if (status !== 200 && status !== 401 && status !== 403) refused(status)
  const at = new Date(date ?? Number.NaN)
  return { isKeyAccepted: status === 200, at: Number.isNaN(at.getTime()) ? undefined : at }
}

/** Opens a client for Paystack, or for the sandbox, which speaks the same protocol at another URL. */
export function openPaystack(settings: PaystackSettings): Paystack {
  const transientErrors = handleWhen((error) => error instanceof ProviderUnavailableError && error.isTransient)
  const breaker = circuitBreaker(transientErrors, {
    halfOpenAfter: BREAKER_PAUSE_MS,
    breaker: new ConsecutiveBreaker(MAX_FAILURES),
  })
  const callTimeout = timeout(CALL_TIMEOUT_MS, TimeoutStrategy.Aggressive)
  const retryOnce = retry(transientErrors, { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 150 }) })
  const withoutRetry = wrap(callTimeout, breaker)
  const withRetry = wrap(callTimeout, retryOnce, breaker)
  const run = async <T>(
    policy: typeof withoutRetry | typeof withRetry,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    try {
      return await policy.execute(({ signal }) => call(signal))
    } catch (cause) {
      if (cause instanceof BrokenCircuitError || cause instanceof TaskCancelledError)
        throw new ProviderUnavailableError('the provider is not responding', { isTransient: true, cause })
      throw cause
    }
  }
  const sendWith =
    (signal: AbortSignal): Send =>
    (call) =>
      request(settings, { ...call, bytes: MAX_PAGE_BYTES, signal })
  return {
    domain: settings.secretKey.startsWith('sk_live_') ? 'live' : 'test',
    publicKey: settings.publicKey,
    scriptUrl: settings.scriptUrl,
    initialize: (input) => run(withoutRetry, (signal) => initialize({ settings, signal }, input)),
    verify: (reference) => run(withRetry, (signal) => verify({ settings, signal }, reference)),
    list: (query) => run(withRetry, (signal) => list({ settings, signal }, query)),
    check: () => run(withoutRetry, (signal) => check({ settings, signal })),
    createRefund: (input) => run(withoutRetry, (signal) => createRefund(sendWith(signal), input)),
    retryRefund: (account) => run(withoutRetry, (signal) => retryRefund(sendWith(signal), account)),
    listBanks: () => run(withRetry, (signal) => listBanks(sendWith(signal))),
    findAccountHolder: (account) => run(withRetry, (signal) => findAccountHolder(sendWith(signal), account)),
    fetchRefund: (id) => run(withRetry, (signal) => fetchRefund(sendWith(signal), id)),
    listRefunds: (transactionId) => run(withRetry, (signal) => listRefunds(sendWith(signal), transactionId)),
    isSigned: (body, signature) =>
      isSameSecret(createHmac('sha512', settings.secretKey).update(body).digest('hex'), signature),
  }
}
