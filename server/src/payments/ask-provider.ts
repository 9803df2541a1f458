// Asks the provider about one payment and records the reply. Used by the page after paying, the provider's webhook, the
// reconciling job, the daily comparison and admins.
import type { PaymentEventSource } from '@baobab/contract/payments/admin.ts'
import { eq } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { observeClock } from '../platform/clock-check.ts'
import { ProviderUnavailableError } from '../platform/payment-provider/paystack.ts'
import type { PaymentRow } from './queries.ts'
import { recordEvents } from './record-events.ts'
import { canStillChange, isExpired, isSettled, toEvent, toFinding, type ProviderFinding } from './rules.ts'
import { payments } from './tables.ts'

export type ProviderCheck = {
  payment: PaymentRow
  /** False if the provider did not answer, so that nothing new is known. */
  isAnswered: boolean
  /**
   * What the provider reports now, if it was asked and reported anything. It may differ from the payment's state: if a payment
   * was abandoned and its money is now on its way, the finding is `pending`, but the state remains the highest of its events.
   */
  finding: ProviderFinding | undefined
}

/** Sources that also ask about paid payments, because the webhook about a refund may have been lost. */
const asksAboutPaid = new Set<PaymentEventSource>(['reconcile', 'admin'])

/**
 * Asks about a payment, unless nothing can change any more, and records the reply. Does not throw if the provider is
 * unavailable.
 * @param adminId the admin who requested it
 */
export async function askProvider(
  app: App,
  payment: PaymentRow,
  source: PaymentEventSource,
  adminId?: string,
): Promise<ProviderCheck> {
  const isWorthAsking = asksAboutPaid.has(source) ? canStillChange(payment) : !isSettled(payment)
  if (!isWorthAsking) return { payment, isAnswered: true, finding: undefined }
  try {
    const found = await app.paystack.verify(payment.reference)
    const finding = found && toFinding(payment, found, app.paystack.domain)
    const after = await recordEvents(app, {
      paymentId: payment.id,
      source,
      ...(adminId !== undefined && { adminId }),
      isAnswer: true,
      events: finding ? [{ ...toEvent(finding), details: { providerId: found.id } }] : [],
      ...(finding?.kind === 'succeeded' && {
        facts: { paidAt: found?.paidAt ?? null, channel: found?.channel ?? null },
      }),
    })
    return { payment: await abandonIfExpired(app, after, payment.nextAskAt), isAnswered: true, finding }
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    app.log.warn({ err: error }, 'the payment provider is unavailable')
    return { payment, isAnswered: false, finding: undefined }
  }
}

/**
 * Marks a payment as abandoned if it is still unpaid and too old to ask about again. While the date is doubtful, leaves it
 * open instead and stores `nextAskAt` again, so that it is asked about once the date is right.
 */
async function abandonIfExpired(app: App, payment: PaymentRow, nextAskAt: Date | null): Promise<PaymentRow> {
  if (!isExpired({ ...payment, now: app.clock.now() })) return payment
  if ((await observeClock(app)).heldSince) {
    await app.db.update(payments).set({ nextAskAt }).where(eq(payments.id, payment.id))
    return { ...payment, nextAskAt }
  }
  return recordEvents(app, { paymentId: payment.id, source: 'us', events: [{ kind: 'abandoned' }] })
}
