// Tells payers the state of a payment: on the page after paying, and when money was debited but access was not granted.
import type { PaymentState, PaymentVerdict, PaymentVerification } from '@baobab/contract/payments/endpoints.ts'
import { paymentsText } from '@baobab/contract/payments/text.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { askProvider, type ProviderCheck } from './ask-provider.ts'
import { paymentByReference, toPaymentReply, type PaymentRow } from './queries.ts'
import { grantsAccess, isSettled } from './rules.ts'

// Concurrent requests about the same payment share one call to the provider: a page that polls, or a button pressed sixty
// times, gets the answer to the first request.

/** How long an answer is reused for further requests. */
const FRESH_MS = 2_000

/** `isReused`: the provider was asked before this request arrived, so the student may have paid since. */
type PayerCheck = ProviderCheck & { isReused: boolean }

/** `answeredAt`: milliseconds since 1970; undefined while the request is in flight. */
type SharedCheck = { check: Promise<ProviderCheck>; answeredAt?: number }

/** The checks by payment id, oldest first. Kept per process: they only save calls, and correctness does not depend on them. */
const sharedChecks = new WeakMap<App, Map<string, SharedCheck>>()

/**
 * Asks the provider, joins a request in flight, or reuses an answer from the last two seconds. A reused answer is returned with
 * the current payment, because a webhook may have changed it since.
 */
async function askForPayer(app: App, payment: PaymentRow): Promise<PayerCheck> {
  if (isSettled(payment)) return { ...(await askProvider(app, payment, 'verify')), isReused: false }
  const checks = sharedChecks.get(app) ?? new Map<string, SharedCheck>()
  sharedChecks.set(app, checks)
  evictStale(checks, app.clock.now().getTime())
  const known = checks.get(payment.id)
  if (!known) return { ...(await askAndShare(app, checks, payment)), isReused: false }
  const answer = await known.check
  const current = (await paymentByReference(app.db, payment.reference)) ?? answer.payment
  return { ...answer, payment: current, isReused: true }
}

async function askAndShare(app: App, checks: Map<string, SharedCheck>, payment: PaymentRow): Promise<ProviderCheck> {
  const shared: SharedCheck = { check: askProvider(app, payment, 'verify') }
  checks.set(payment.id, shared)
  const evict = () => {
    if (checks.get(payment.id) === shared) checks.delete(payment.id)
  }
  try {
    const answer = await shared.check
    if (answer.isAnswered) shared.answeredAt = app.clock.now().getTime()
    else evict()
    return answer
  } catch (error) {
    evict()
    throw error
  }
}

/**
 * Evicts stale answers, so that the map contains only those of the last two seconds. Requests in flight evict
 * themselves.
 */
function evictStale(checks: Map<string, SharedCheck>, now: number): void {
  for (const [id, { answeredAt }] of checks)
    if (answeredAt !== undefined && Math.abs(now - answeredAt) >= FRESH_MS) checks.delete(id)
}

type Ownership = {
  studentId: string
  reference: string
  /** Set for holders of a payment link, who see only payments opened through a link. */
  openedBy?: 'parent'
}

/** Finds one of the caller's payments. Another student's payment is refused like an unknown one. */
async function requireOwnPayment(
  app: App,
  { studentId, reference, openedBy }: Ownership,
  message: string,
): Promise<PaymentRow> {
  const payment = await paymentByReference(app.db, reference)
  const isOwn = payment?.studentId === studentId && (openedBy === undefined || payment.openedBy === openedBy)
  return isOwn ? payment : fail('not_found', { message })
}

const refusedStates: ReadonlySet<PaymentState> = new Set(['failed', 'abandoned', 'refunded'])

/**
 * Asks the provider and returns whether the account is open. Fails if the payment was refused. A reused answer refuses nothing:
 * the student may have paid since, so the page is told to ask again.
 */
export async function verifyPayment(app: App, ownership: Ownership): Promise<PaymentVerification> {
  const check = await askForPayer(app, await requireOwnPayment(app, ownership, paymentsText.paymentFailed))
  const { payment, finding, isAnswered, isReused } = check
  const reply = toPaymentReply(payment)
  if (grantsAccess(payment))
    return { success: true, pending: false, message: paymentsText.paymentVerified, payment: reply }
  const isRefused =
    payment.attention === 'mismatch' || (finding?.kind !== 'pending' && refusedStates.has(payment.state))
  if (isAnswered && !isReused && isRefused) fail('payment_unverified')
  return { success: false, pending: true, message: paymentsText.verifyingPayment, payment: reply }
}

/** Asks the provider and explains what is known about a payment. */
export async function checkPayment(app: App, ownership: Ownership) {
  const check = await askForPayer(app, await requireOwnPayment(app, ownership, paymentsText.paymentUnknown))
  const verdict = toVerdict(check)
  return { payment: toPaymentReply(check.payment), verdict, message: verdictText[verdict] }
}

const verdictText: Record<PaymentVerdict, string> = {
  paid: paymentsText.paymentSucceeded,
  'refund-due': paymentsText.paidTwice.description,
  'given-back': paymentsText.paymentRefunded,
  mismatch: paymentsText.paymentMismatch,
  'on-its-way': paymentsText.paymentPending,
  untouched: paymentsText.paymentOpened,
  abandoned: paymentsText.paymentAbandoned,
  declined: paymentsText.paymentDeclined,
  away: paymentsText.providerAwayLater,
}

function toVerdict({ payment, isAnswered, finding }: ProviderCheck): PaymentVerdict {
  if (payment.attention === 'refund-due') return 'refund-due'
  if (payment.state === 'refunded') return 'given-back'
  if (grantsAccess(payment)) return 'paid'
  if (payment.attention === 'mismatch') return 'mismatch'
  if (!isAnswered) return 'away'
  if (finding?.kind === 'pending' || payment.state === 'pending') return 'on-its-way'
  if (payment.state === 'failed') return 'declined'
  return payment.state === 'abandoned' ? 'abandoned' : 'untouched'
}
