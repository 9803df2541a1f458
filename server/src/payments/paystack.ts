// Paystack's HTTP API (shared facts: providers.md). The one place that knows its words; what it answers is read loosely,
// because its samples differ, and checked by `rules.ts`.
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
import { z } from 'zod'
import { sameSecret } from '../platform/tokens.ts'
import type { Domain, Transaction } from './rules.ts'

export type PaystackSettings = {
  /** Of the API, without a slash at the end. */
  apiUrl: string
  /** Of InlineJS v2, which the payment page loads. */
  scriptUrl: string
  secretKey: string
  publicKey: string
}

/** The provider did not answer, or not in words that we understand. Nothing is known. */
export class ProviderAway extends Error {
  readonly isTransient: boolean
  constructor(message: string, options: { isTransient: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.isTransient = options.isTransient
  }
}

/** What opening a payment tells the provider. */
export type Order = {
  reference: string
  email: string
  amountKobo: number
  callbackUrl: string
  /** Where the provider's page leads whoever gives up. */
  cancelUrl: string
}

/** A line of the list in another shape than ours have; the reference is cut to what the ledger can hold. */
export type UnreadLine = { reference: string; paidAt: Date | null }
export type ListedPage = { transactions: Transaction[]; unread: UnreadLine[]; hasMore: boolean }

export type Paystack = {
  /** Which of the provider's two worlds our key belongs to. */
  domain: Domain
  publicKey: string
  scriptUrl: string
  /** Opens a transaction. Never tried twice by itself: a lost reply may have opened it. Throws ProviderAway. */
  initialize(order: Order): Promise<{ accessCode: string; authorizationUrl: string }>
  /** A transaction by our reference; undefined where the provider has none. Throws ProviderAway within 5 s. */
  verify(reference: string): Promise<Transaction | undefined>
  /** A page (from 1) of what succeeded in a stretch of time, and whether there are more. Throws ProviderAway. */
  list(stretch: { from: Date; to: Date; page: number }): Promise<ListedPage>
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

const kobo = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.number().int().min(0))
const instant = z
  .string()
  .transform((value) => new Date(value))
  .refine((value) => !Number.isNaN(value.getTime()))
  .nullish()
  .catch(null)

/** Short and printable, because it may come to stand in the ledger. */
const word = z.string().regex(/^[\x20-\x7e]{1,100}$/)

/** Fees that the payer bears are in `amount`, and not in `requested_amount`, which some answers leave out. */
const Answer = z
  .object({
    id: z.union([z.number(), word]).transform(String),
    status: word,
    reference: word,
    amount: kobo,
    requested_amount: kobo.nullish().catch(null),
    currency: word,
    domain: word,
    paid_at: instant,
    paidAt: instant,
    channel: word.nullish().catch(null),
  })
  .transform((data): Transaction => ({
    id: data.id,
    status: data.status,
    reference: data.reference,
    amountKobo: data.requested_amount ?? data.amount,
    currency: data.currency,
    domain: data.domain,
    paidAt: data.paid_at ?? data.paidAt ?? null,
    channel: data.channel ?? null,
  }))

const Initialized = z.object({
  status: z.literal(true),
  data: z.object({
    access_code: z.string().regex(/^[\w-]{1,100}$/),
    authorization_url: z.url({ protocol: /^https?$/ }),
    reference: z.string(),
  }),
})
const Verified = z.object({ status: z.literal(true), data: Answer })
/** Line by line: the merchant account may have other uses, whose transactions need not look as ours do. */
const Listed = z.object({
  status: z.literal(true),
  data: z.array(z.unknown()),
  meta: z.object({ page: z.coerce.number(), pageCount: z.coerce.number() }).partial().nullish(),
})

const Unread = z
  .object({ reference: z.string().catch(''), paid_at: instant, paidAt: instant })
  .partial()
  .catch({})

/** What is told of a line that nobody can read. */
function unreadOf(line: unknown): UnreadLine {
  const { reference = '', paid_at, paidAt } = Unread.parse(line)
  const printable = reference.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100)
  return { reference: printable || 'without a reference', paidAt: paid_at ?? paidAt ?? null }
}

function readLines(lines: readonly unknown[]): Pick<ListedPage, 'transactions' | 'unread'> {
  const read = lines.map((line) => ({ line, result: Answer.safeParse(line) }))
  return {
    transactions: read.flatMap(({ result }) => (result.success ? [result.data] : [])),
    unread: read.flatMap(({ line, result }) => (result.success ? [] : [unreadOf(line)])),
  }
}

/** The payer's browser is led there: to the provider's own page, or to that of the stand-in, beside its script. */
function isCheckout(address: string, { scriptUrl }: PaystackSettings): boolean {
  const { protocol, hostname, port, origin } = new URL(address)
  if (origin === new URL(scriptUrl).origin) return true
  return protocol === 'https:' && port === '' && /^(?:[a-z0-9-]+\.)+paystack\.(?:com|co)$/.test(hostname)
}

/** Reads a body up to a limit; more than that is not an answer. */
async function readUpTo(response: Response, bytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let total = 0
  for await (const piece of response.body ?? []) {
    total += piece.byteLength
    // Leaving the loop cancels the body.
    if (total > bytes) throw new ProviderAway('the answer is too long', { isTransient: false })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parsed<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new ProviderAway('the answer is not JSON', { isTransient: true, cause })
  }
  const result = schema.safeParse(json)
  // The issues name fields, never values.
  if (!result.success) throw new ProviderAway('the answer has another shape', { isTransient: false })
  return result.data
}

type Asking = { path: string; body?: object; bytes?: number; signal: AbortSignal }

/** One call; answers status and text, or throws ProviderAway where there is no answer or one of trouble. */
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
      throw new ProviderAway(`the provider answered ${response.status}`, { isTransient: true })
    return { status: response.status, text }
  } catch (cause) {
    if (cause instanceof ProviderAway) throw cause
    throw new ProviderAway('the provider did not answer', { isTransient: true, cause })
  }
}

function refused(status: number): never {
  throw new ProviderAway(`the provider refused with ${status}`, { isTransient: false })
}

/** Speaks to Paystack, or to whatever speaks its protocol at another address. */
export function openPaystack(settings: PaystackSettings): Paystack {
  const trouble = handleWhen((error) => error instanceof ProviderAway && error.isTransient)
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
        throw new ProviderAway('the provider does not answer', { isTransient: true, cause })
      throw cause
    }
  }
  return {
    domain: settings.secretKey.startsWith('sk_live_') ? 'live' : 'test',
    publicKey: settings.publicKey,
    scriptUrl: settings.scriptUrl,
    initialize: (order) =>
      run(once, async (signal) => {
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
        const { data } = parsed(Initialized, text)
        if (data.reference !== order.reference) refused(status)
        if (!isCheckout(data.authorization_url, settings))
          throw new ProviderAway('the page to pay on is not the provider’s', { isTransient: false })
        return { accessCode: data.access_code, authorizationUrl: data.authorization_url }
      }),
    verify: (reference) =>
      run(safely, async (signal) => {
        const path = `/transaction/verify/${encodeURIComponent(reference)}`
        const { status, text } = await ask(settings, { path, signal })
        if (status === 404 || (status === 400 && /reference/i.test(text))) return undefined
        if (status !== 200) refused(status)
        return parsed(Verified, text).data
      }),
    list: ({ from, to, page }) =>
      run(safely, async (signal) => {
        const query = new URLSearchParams({
          status: 'success',
          from: from.toISOString(),
          to: to.toISOString(),
          perPage: String(PER_PAGE),
          page: String(page),
        })
        const { status, text } = await ask(settings, {
          path: `/transaction?${query.toString()}`,
          bytes: PAGE_BYTES,
          signal,
        })
        if (status !== 200) refused(status)
        const { data, meta } = parsed(Listed, text)
        const hasMore = meta?.pageCount === undefined ? data.length === PER_PAGE : page < meta.pageCount
        return { ...readLines(data), hasMore }
      }),
    isSigned: (body, signature) =>
      sameSecret(createHmac('sha512', settings.secretKey).update(body).digest('hex'), signature),
  }
}
