// Lets an admin note a refund that was made elsewhere, in the provider's dashboard or by bank transfer. No money is
// transferred here.
import { paymentsText } from '@baobab/contract/payments/text.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail, failField } from '../../platform/http/errors.ts'
import { paymentByReference } from '../queries.ts'
import { loadLedgerEvents, lockPayment, recordEventsInTx } from '../record-events.ts'
import { refundNoteKey } from '../rules.ts'
import { isRefundBeingMade } from '../refunds/queries.ts'
import { endStuckRefund } from '../refunds/end-stuck-refund.ts'
import { refundNotes } from '../tables.ts'
import { loadRefundLimits } from './load-refund-limits.ts'
import type { RefundLimits } from './rules.ts'

type RefundInput = { reference: string; key: string; amountKobo?: number | undefined; note: string }

/** Notes a refund. Requests with the same key note it only once. */
export async function noteRefund(
  app: App,
  who: AdminUser,
  { reference, key, amountKobo, note }: RefundInput,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const known = (await paymentByReference(tx, reference)) ?? fail('not_found')
    const { payment, erasedAt } = await lockPayment(tx, known.id)
    const eventKey = refundNoteKey(key)
    const events = await loadLedgerEvents(tx, payment.id)
    if (events.some((event) => event.kind === 'refunded' && event.key === eventKey)) return
    // Both would be counted, although the note may be about the same refund.
    if (await isRefundBeingMade(tx, payment.id)) fail('refund_open')
    const limits = (await loadRefundLimits(tx, payment)) ?? fail('refund_refused')
    const kobo = requireWithinLimits(limits, amountKobo)
    await endStuckRefund(app, tx, payment.id, who.id)
    // The note may name a person, and notes are deleted only when an account is erased.
    if (erasedAt === null) await tx.insert(refundNotes).values({ paymentId: payment.id, key: eventKey, note })
    await recordEventsInTx(app, tx, {
      paymentId: payment.id,
      source: 'admin',
      adminId: who.id,
      // Null means the whole amount. The ledger stores only that there is a note, because its text may name a person
      // and the ledger cannot be erased.
      events: [
        {
          kind: 'refunded',
          key: eventKey,
          amountKobo: limits.isWhole ? null : kobo,
          details: { hasNote: erasedAt === null },
        },
      ],
    })
    const details = { amountKobo: kobo }
    await writeAuditLine(app, tx, { adminId: who.id, action: 'payment.refund_noted', subject: payment.id, details })
  })
}

/** Returns the amount to note: `wanted`, or by default the most that may be noted. */
function requireWithinLimits({ mostKobo, isWhole }: RefundLimits, wanted = mostKobo): number {
  if (wanted > mostKobo) failField('amountKobo', paymentsText.refundTooMuch)
  if (isWhole && wanted < mostKobo) failField('amountKobo', paymentsText.refundWhole)
  return wanted
}
