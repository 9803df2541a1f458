// Limits how many payments can be opened: each is a row, and a week of questions to the provider.
import { and, eq, gte, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import type { Payer } from './check-earlier-payments.ts'
import { paymentEvents, payments } from './tables.ts'

/** Payments that a student can open in an hour. All holders of the student's payment link share the same number. */
const MAX_PER_HOUR = 10
/** The same, including payments that the provider never opened: each is still a row. */
const MAX_TRIES_PER_HOUR = 30

/** Why the provider opened no transaction, as the event's `why` stores it. */
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
