// Opens a payment: first a row of ours with a reference and the price, then the provider is told. Whoever asks twice
// gets the same one.
import type { Checkout } from '@baobab/contract/payments.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { findStudentById } from '../accounts/queries.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { requireConsent } from './require-consent.ts'
import { checkEarlierPayments } from './check-earlier-payments.ts'
import { findOrCreatePayment, INITIALIZE_WAIT_MS, type OpenPaymentInput } from './find-or-create-payment.ts'
import { ProviderUnavailableError } from '../platform/payment-provider/paystack.ts'
import { isPaid, type PaymentRow } from './queries.ts'
import { record } from './record-events.ts'
import { AWAY, REFUSED } from './opening-limit.ts'
import { computeNextAsk } from './rules.ts'
import { payments } from './tables.ts'

const LOOK_MS = 150

/** Opens a payment or gives the one again that was opened within the last half hour. */
export async function openPayment(app: App, opener: OpenPaymentInput): Promise<Checkout> {
  const student = (await findStudentById(app.db, opener.studentId)) ?? fail('not_found')
  requireConsent(app, student)
  if (await isPaid(app.db, student.id)) fail('already_paid')
  const seen = await checkEarlierPayments(app, opener)
  const { row, isNew } = await app.db.transaction((tx) => findOrCreatePayment(app, tx, { ...opener, seen }))
  const email = row.payerEmail ?? student.email
  if (row.method === 'wallet') return checkoutOf(app, row, email)
  const ready = isNew ? await announce(app, row, { ...opener, email }) : await whenReady(app, row)
  return checkoutOf(app, ready, email)
}

/** Tells the provider of a new payment and keeps what its page and pop-up need. */
async function announce(app: App, row: PaymentRow, opener: OpenPaymentInput & { email: string }): Promise<PaymentRow> {
  const { email, callbackUrl, cancelUrl } = opener
  const { reference, amountKobo } = row
  const given = await app.paystack
    .initialize({ reference, amountKobo, email, callbackUrl, cancelUrl })
    .catch(async (error: unknown) => {
      if (!(error instanceof ProviderUnavailableError)) throw error
      app.log.warn({ err: error }, 'the payment provider opened nothing')
      await giveUp(app, row, error.isTransient ? AWAY : REFUSED)
      return fail('provider_away', { retryAfterSeconds: 5 })
    })
  return makeReady(app, row, given)
}

/** Without the provider's code nobody can pay this one: it is not asked about, and the next try is another. */
async function giveUp(app: App, { id }: PaymentRow, why: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await record(app, tx, { paymentId: id, source: 'us', events: [{ kind: 'abandoned', details: { why } }] })
    await tx.update(payments).set({ nextAskAt: null }).where(eq(payments.id, id))
  })
}

/** From now on it can be paid, and is asked about. A message of the provider may have come before its answer. */
async function makeReady(
  app: App,
  { id }: PaymentRow,
  given: { accessCode: string; authorizationUrl: string },
): Promise<PaymentRow> {
  return app.db.transaction(async (tx) => {
    const [held] = await tx.select().from(payments).where(eq(payments.id, id)).for('no key update')
    if (!held) fail('not_found')
    const nextAskAt = computeNextAsk({ ...held, now: app.clock.now() })
    const [ready] = await tx
      .update(payments)
      .set({ ...given, nextAskAt })
      .where(eq(payments.id, id))
      .returning()
    return ready ?? fail('not_found')
  })
}

/** Waits until whoever opened this payment a moment ago has told the provider. */
async function whenReady(app: App, row: PaymentRow): Promise<PaymentRow> {
  const until = performance.now() + INITIALIZE_WAIT_MS
  let seen: PaymentRow | undefined = row
  while (seen?.accessCode === null && seen.state === 'opened' && performance.now() < until) {
    await delay(LOOK_MS)
    ;[seen] = await app.db.select().from(payments).where(eq(payments.id, row.id))
  }
  return seen && seen.accessCode !== null ? seen : fail('provider_away', { retryAfterSeconds: 5 })
}

function checkoutOf(app: App, row: PaymentRow, email: string): Checkout {
  return {
    reference: row.reference,
    accessCode: row.accessCode,
    authorizationUrl: row.authorizationUrl,
    scriptUrl: app.paystack.scriptUrl,
    publicKey: app.paystack.publicKey,
    email,
    amountKobo: row.amountKobo,
    currency: row.currency,
    country: 'NG',
  }
}
