// How many payments can be opened: each is a row, and a question to the provider for a week.
import { and, eq, gte, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Tx } from '../platform/database/database.ts'
import { fail } from '../platform/http/errors.ts'
import type { Payer } from './check-earlier-payments.ts'
import { paymentEvents, payments } from './tables.ts'

/** Payments that a student can open in an hour, and as many all that hold a link to pay for this student. */
const MOST_AN_HOUR = 10
/** The same with those that came to nothing because the provider was away: each is a row. */
const MOST_TRIES_AN_HOUR = 30

/** Why a payment was not opened, as the ledger keeps it. */
export const AWAY = 'the provider was away'
export const REFUSED = 'the provider refused it'

/** A payment that the provider never answered to. */
const isFromAway = sql<boolean>`exists (
  select from ${paymentEvents} as away
  where away.payment_id = payments.id and away.kind = 'abandoned' and away.details ->> 'why' = ${AWAY}
)`

/** Nobody is locked out because the provider was away; nor by what others open with a link. */
export async function requireBelowOpeningLimit(app: App, tx: Tx, { studentId, by }: Payer): Promise<void> {
  const since = new Date(app.clock.now().getTime() - 3_600_000)
  const recent = await tx
    .select({ isFromAway })
    .from(payments)
    .where(and(eq(payments.studentId, studentId), eq(payments.openedBy, by), gte(payments.openedAt, since)))
    .limit(MOST_TRIES_AN_HOUR)
  const counted = recent.filter((one) => !one.isFromAway)
  if (recent.length >= MOST_TRIES_AN_HOUR || counted.length >= MOST_AN_HOUR)
    fail('too_many_requests', { retryAfterSeconds: 3_600 })
}
