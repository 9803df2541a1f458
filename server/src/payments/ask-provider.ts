// The provider's own word on a payment, written into the ledger. The page, a message of the provider, the reconciling
// job and the office all come here.
import type { App } from '../app.ts'
import { ProviderAway } from './paystack.ts'
import type { PaymentRow } from './queries.ts'
import { recordEvents } from './record-events.ts'
import { findingOf, isSettled, type Finding } from './rules.ts'
import type { EventSource } from './tables.ts'

export type Asked = {
  payment: PaymentRow
  /** False: nobody answered, and nothing more is known than before. */
  isAnswered: boolean
  /**
   * What the provider says at this moment, where it says anything. A payment that was seen unfinished and is on its way
   * now is `pending` here, while its state keeps the higher word of its events.
   */
  said: Finding['kind'] | undefined
}

/**
 * Asks about a payment unless it is settled, and records the answer. Never throws because the provider is away.
 * @param adminId who of the office has it asked
 */
export async function askProvider(
  app: App,
  payment: PaymentRow,
  source: EventSource,
  adminId?: string,
): Promise<Asked> {
  if (isSettled(payment)) return { payment, isAnswered: true, said: undefined }
  try {
    const found = await app.paystack.verify(payment.reference)
    const finding = found && findingOf(payment, found, app.paystack.domain)
    const after = await recordEvents(app, {
      paymentId: payment.id,
      source,
      ...(adminId === undefined ? {} : { adminId }),
      isAnswer: true,
      events: finding ? [{ ...finding, details: { providerId: found.id } }] : [],
      ...(finding?.kind === 'succeeded'
        ? { facts: { paidAt: found?.paidAt ?? null, channel: found?.channel ?? null } }
        : {}),
    })
    return { payment: after, isAnswered: true, said: finding?.kind }
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
    app.log.warn({ err: error }, 'the payment provider is away')
    return { payment, isAnswered: false, said: undefined }
  }
}
