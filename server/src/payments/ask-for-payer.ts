// Shares one call to the provider among concurrent requests about the same payment: a page that polls, or a button that
// is pressed sixty times, gets the answer to the first request.
import type { App } from '../platform/app.ts'
import { askProvider, type ProviderCheck } from './ask-provider.ts'
import { paymentByReference, type PaymentRow } from './queries.ts'
import { isSettled } from './rules.ts'

/** How long an answer is reused for further requests. */
const FRESH_MS = 2_000

/** `isReused`: the provider was asked before this request came, so that the student may have paid since. */
export type PayerCheck = ProviderCheck & { isReused: boolean }

/** `answeredAt`: milliseconds since 1970; undefined while the request is in flight. */
type SharedCheck = { check: Promise<ProviderCheck>; answeredAt?: number }

/**
 * The checks by payment id, oldest first. Kept per process: they only save calls, and correctness does not depend on
 * them.
 */
const sharedChecks = new WeakMap<App, Map<string, SharedCheck>>()

/**
 * Asks the provider, joins a request in flight, or reuses an answer of the last two seconds. A reused answer is returned
 * with the payment as it is now, because a webhook may have changed it since.
 */
export async function askForPayer(app: App, payment: PaymentRow): Promise<PayerCheck> {
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
