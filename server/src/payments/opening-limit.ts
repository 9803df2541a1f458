// Limits how many payments can be opened, because each adds a row and a week of requests to the provider.
import { and, eq, gte, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import type { Payer } from './check-earlier-payments.ts'
import { paymentEvents, payments } from './tables.ts'

/** How many payments a student can open in an hour. All holders of the student's payment link together can open as many again. */
const MAX_PER_HOUR = 10
/** The limit that includes payments the provider never opened: each still adds a row. */
const MAX_TRIES_PER_HOUR = 30

/** Why the provider did not open a transaction, as stored in the event's `why`. */
export const NOT_OPENED_REASONS = {
  unavailable: 'the provider was away',
  refused: 'the provider refused it',
} as const

const wasProviderUnavailable = sql<boolean>`exists (
  select from ${paymentEvents} as away
  where away.payment_id = payments.id and away.kind = 'abandoned'
    and away.details ->> 'why' = ${NOT_OPENED_REASONS.unavailable}
)`

/**
 * Refuses to open more payments than the limit. Payments that failed because the provider was unavailable do not count, and
 * those opened with the payment link do not count against the student.
 */
export async function requireBelowOpeningLimit(app: App, tx: Tx, { studentId, by }: Payer): Promise<void> {
  const since = new Date(app.clock.now().getTime() - 3_600_000)
  const recent = await tx
    .select({ wasProviderUnavailable })
    .from(payments)
    .where(and(eq(payments.studentId, studentId), eq(payments.openedBy, by), gte(payments.openedAt, since)))
    .limit(MAX_TRIES_PER_HOUR)
  const counted = recent.filter((payment) => !payment.wasProviderUnavailable)
  if (recent.length >= MAX_TRIES_PER_HOUR || counted.length >= MAX_PER_HOUR)
    fail('too_many_requests', { retryAfterSeconds: 3_600 })
}
