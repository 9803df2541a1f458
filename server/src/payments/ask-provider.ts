// The provider's own word on a payment, written into the ledger. The page, a message of the provider, the reconciling
// job and the office all come here.
import type { App } from '../app.ts'
import { ProviderAway } from './paystack.ts'
import type { PaymentRow } from './queries.ts'
import { recordEvents } from './record-events.ts'
import { findingOf, isSettled } from './rules.ts'
import type { EventSource } from './tables.ts'

export type Asked = {
  payment: PaymentRow
  /** False: nobody answered, and nothing more is known than before. */
  isAnswered: boolean
}

/** Asks about a payment unless it is settled, and records the answer. Never throws because the provider is away. */
export async function askProvider(app: App, payment: PaymentRow, source: EventSource): Promise<Asked> {
  if (isSettled(payment.state) && payment.confirmedAt !== null) return { payment, isAnswered: true }
  try {
    const found = await app.paystack.verify(payment.reference)
    const finding = found && findingOf(payment, found, app.paystack.domain)
    const after = await recordEvents(app, {
      paymentId: payment.id,
      source,
      isAnswer: true,
      events: finding ? [{ ...finding, details: { providerId: found.id } }] : [],
      ...(finding?.kind === 'succeeded' ? { facts: { paidAt: found?.paidAt ?? null, channel: found?.channel ?? null } } : {}),
    })
    return { payment: after, isAnswered: true }
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
    app.log.warn({ err: error }, 'the payment provider is away')
    return { payment, isAnswered: false }
  }
}
