// The provider's own word on a payment, written into the ledger. The page, a message of the provider, the reconciling
// job and the office all come here.
import type { App } from '../platform/app.ts'
import { ProviderUnavailableError } from '../platform/payment-provider/paystack.ts'
import type { PaymentRow } from './queries.ts'
import { recordEvents } from './record-events.ts'
import { toFinding, canStillChange, isExpired, isSettled, type Finding } from './rules.ts'
import type { EventSource } from './tables.ts'

export type ProviderCheck = {
  payment: PaymentRow
  /** False: nobody answered, and nothing more is known than before. */
  isAnswered: boolean
  /**
   * What the provider says at this moment, where it says anything. A payment that was seen unfinished and is on its way
   * now is `pending` here, while its state keeps the higher word of its events.
   */
  said: Finding['kind'] | undefined
}

/** Who asks about a payment that was paid too: a refund may have been told to nobody. Everybody else knows enough. */
const looksAgain = new Set<EventSource>(['reconcile', 'admin'])

/**
 * Asks about a payment unless there is nothing to learn, and records the answer. Never throws because the provider is
 * away.
 * @param adminId who of the office has it asked
 */
export async function askProvider(
  app: App,
  payment: PaymentRow,
  source: EventSource,
  adminId?: string,
): Promise<ProviderCheck> {
  const isAsked = looksAgain.has(source) ? canStillChange(payment) : !isSettled(payment)
  if (!isAsked) return { payment, isAnswered: true, said: undefined }
  try {
    const { after, said } = await learn(app, payment, { source, ...(adminId === undefined ? {} : { adminId }) })
    return { payment: await end(app, after), isAnswered: true, said }
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error
    app.log.warn({ err: error }, 'the payment provider is away')
    return { payment, isAnswered: false, said: undefined }
  }
}

async function learn(app: App, payment: PaymentRow, asker: { source: EventSource; adminId?: string }) {
  const found = await app.paystack.verify(payment.reference)
  const finding = found && toFinding(payment, found, app.paystack.domain)
  const after = await recordEvents(app, {
    paymentId: payment.id,
    ...asker,
    isAnswer: true,
    events: finding ? [{ ...finding, details: { providerId: found.id } }] : [],
    ...(finding?.kind === 'succeeded'
      ? { facts: { paidAt: found?.paidAt ?? null, channel: found?.channel ?? null } }
      : {}),
  })
  return { after, said: finding?.kind }
}

/** Whoever asked: once the provider has nothing to say for a payment that is too old, it was abandoned. */
async function end(app: App, after: PaymentRow): Promise<PaymentRow> {
  if (!isExpired({ ...after, now: app.clock.now() })) return after
  return recordEvents(app, { paymentId: after.id, source: 'us', events: [{ kind: 'abandoned' }] })
}
