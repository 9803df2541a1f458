// An admin notes a refund that was made elsewhere: in the provider's dashboard, or by a transfer. No money moves here.
import { text } from '@baobab/contract/text.ts'
import { eq } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import type { App } from '../../app.ts'
import { writeLine } from '../../audit/write-line.ts'
import type { AdminPerson } from '../../platform/auth.ts'
import type { Tx } from '../../platform/database.ts'
import { fail, failField } from '../../platform/errors.ts'
import { paymentByReference, type PaymentRow } from '../../payments/queries.ts'
import { eventsOf, record } from '../../payments/record-events.ts'
import { payments } from '../../payments/tables.ts'
import { refundOf, type Refund } from './rules.ts'

type Noted = { reference: string; key: string; amountKobo?: number | undefined; note: string }

/** Notes a refund. What is sent twice under one key is noted once. */
export async function noteRefund(
  app: App,
  who: AdminPerson,
  { reference, key, amountKobo, note }: Noted,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const payment = await holdPayment(tx, reference)
    const events = await eventsOf(tx, payment.id)
    const eventKey = `note ${key}`
    if (events.some((event) => event.kind === 'refunded' && event.key === eventKey)) return
    const refund = refundOf(events, payment) ?? fail('refund_refused')
    const kobo = amountOf(refund, amountKobo)
    await record(app, tx, {
      paymentId: payment.id,
      source: 'admin',
      adminId: who.id,
      // Null is all of it, however much it was.
      events: [{ kind: 'refunded', key: eventKey, amountKobo: refund.isWhole ? null : kobo, details: { note } }],
    })
    const details = { amountKobo: kobo }
    await writeLine(app, tx, { adminId: who.id, action: 'payment.refund_noted', subject: payment.id, details })
  })
}

function amountOf({ leftKobo, isWhole }: Refund, wanted = leftKobo): number {
  if (wanted > leftKobo) failField('amountKobo', text.refundTooMuch)
  if (isWhole && wanted < leftKobo) failField('amountKobo', text.refundWhole)
  return wanted
}

/** Holds the student's row and then the payment's, as whoever writes into the ledger does. */
async function holdPayment(tx: Tx, reference: string): Promise<PaymentRow> {
  const known = (await paymentByReference(tx, reference)) ?? fail('not_found')
  await tx.select({ id: students.id }).from(students).where(eq(students.id, known.studentId)).for('no key update')
  const [payment] = await tx.select().from(payments).where(eq(payments.id, known.id)).for('no key update')
  return payment ?? fail('not_found')
}
