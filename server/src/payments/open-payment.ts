// Opens a payment: first our row with a reference and the price, then a transaction at the provider. Repeated requests get the
// same payment.
import type { Checkout } from '@baobab/contract/payments/endpoints.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { findStudentById } from '../accounts/queries.ts'
import { requirePaymentsOpen } from '../platform/maintenance/require-open.ts'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/http/errors.ts'
import { toSenderAddress } from '../platform/mailer.ts'
import { ProviderUnavailableError } from '../platform/payment-provider/paystack.ts'
import { checkEarlierPayments } from './check-earlier-payments.ts'
import { findOrCreatePayment, INITIALIZE_WAIT_MS, type OpenPaymentInput } from './find-or-create-payment.ts'
import { NOT_OPENED_REASONS } from './opening-limit.ts'
import { hasAccess, type PaymentRow } from './queries.ts'
import { recordEventsInTx } from './record-events.ts'
import { requireConsent } from './require-consent.ts'
import { computeNextAsk } from './rules.ts'
import { payments } from './tables.ts'

const POLL_MS = 150

/** Opens a payment, or returns the one the payer opened within the last half hour. */
export async function openPayment(app: App, input: OpenPaymentInput): Promise<Checkout> {
  const student = (await findStudentById(app.db, input.studentId)) ?? fail('not_found')
  requireConsent(app, student)
  if (await hasAccess(app.db, student.id)) fail('already_paid')
  requirePaymentsOpen(app)
  const earlier = await checkEarlierPayments(app, input)
  const { row, isNew } = await app.db.transaction((tx) => findOrCreatePayment(app, tx, { ...input, earlier }))
  const email = row.payerEmail ?? student.email ?? toStandInEmail(app, student)
  if (row.method === 'wallet') return toCheckout(app, row, email)
  const ready = isNew ? await initialize(app, row, { ...input, email }) : await waitUntilReady(app, row)
  return toCheckout(app, ready, email)
}

/** The longest part of an address before the @. */
const MAX_LOCAL_PART = 64

/**
 * Returns the email that the provider gets for a student without one, because it opens no transaction without an email: the
 * product's own sender with the student's id, so that its receipts reach the operator and nobody else.
 */
export function toStandInEmail(
  { config }: { config: Pick<App['config'], 'mailFrom'> },
  { id }: { id: string },
): string {
  const sender = toSenderAddress(config.mailFrom).trim()
  const at = sender.lastIndexOf('@')
  const tagged = `${sender.slice(0, at)}+${id}`
  return tagged.length > MAX_LOCAL_PART ? sender : `${tagged}${sender.slice(at)}`
}

/** Opens the transaction at the provider and stores the data for its page and pop-up. */
async function initialize(
  app: App,
  row: PaymentRow,
  { email, callbackUrl, cancelUrl }: OpenPaymentInput & { email: string },
): Promise<PaymentRow> {
  const { reference, amountKobo } = row
  const access = await app.paystack
    .initialize({ reference, amountKobo, email, callbackUrl, cancelUrl })
    .catch(async (error: unknown) => {
      if (!(error instanceof ProviderUnavailableError)) throw error
      app.log.warn({ err: error }, 'the payment provider opened no transaction')
      await abandon(app, row, error.isTransient ? NOT_OPENED_REASONS.unavailable : NOT_OPENED_REASONS.refused)
      return fail('provider_away', { retryAfterSeconds: 5 })
    })
  return markReady(app, row, access)
}

/**
 * Abandons a payment that cannot be paid because it has no access code: it is not asked about, and the next attempt opens
 * another.
 */
async function abandon(app: App, { id }: PaymentRow, why: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await recordEventsInTx(app, tx, { paymentId: id, source: 'us', events: [{ kind: 'abandoned', details: { why } }] })
    await tx.update(payments).set({ nextAskAt: null }).where(eq(payments.id, id))
  })
}

/** Makes a payment payable and schedules its first check. Its webhook may have arrived before this reply. */
async function markReady(
  app: App,
  { id }: PaymentRow,
  access: { accessCode: string; authorizationUrl: string },
): Promise<PaymentRow> {
  return app.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(payments).where(eq(payments.id, id)).for('no key update')
    if (!locked) fail('not_found')
    const nextAskAt = computeNextAsk({ ...locked, now: app.clock.now() })
    const [ready] = await tx
      .update(payments)
      .set({ ...access, nextAskAt })
      .where(eq(payments.id, id))
      .returning()
    return ready ?? fail('not_found')
  })
}

/** Waits until the request that created this payment has initialized it at the provider. */
async function waitUntilReady(app: App, row: PaymentRow): Promise<PaymentRow> {
  const until = performance.now() + INITIALIZE_WAIT_MS
  let current: PaymentRow | undefined = row
  while (current?.accessCode === null && current.state === 'opened' && performance.now() < until) {
    await delay(POLL_MS)
    ;[current] = await app.db.select().from(payments).where(eq(payments.id, row.id))
  }
  return current && current.accessCode !== null ? current : fail('provider_away', { retryAfterSeconds: 5 })
}

function toCheckout(app: App, row: PaymentRow, email: string): Checkout {
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
