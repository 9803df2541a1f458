// One payment with all that the ledger holds of it.
import type { PaymentEvent, PaymentHistory } from '@baobab/contract/payments-admin.ts'
import { and, asc, eq } from 'drizzle-orm'
import { admins } from '../../accounts/tables.ts'
import { findStudentById } from '../../accounts/queries.ts'
import type { App } from '../../platform/app.ts'
import { writeAuditLine } from '../../audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { isPaid, paymentByReference, type PaymentRow } from '../queries.ts'
import { canStillChange, opensAll } from '../rules.ts'
import { paymentEvents, refundNotes } from '../tables.ts'
import { toAdminPayment } from './read-payments.ts'
import { loadRefundLimits } from './load-refund-limits.ts'

/** The provider may repeat itself for ever; no payment has that much to tell. */
const MOST_EVENTS = 500

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Reads a payment for an admin, and notes that it was read. */
export async function loadPaymentHistory(app: App, who: AdminUser, reference: string): Promise<PaymentHistory> {
  const payment = (await paymentByReference(app.db, reference)) ?? fail('not_found')
  await writeAuditLine(app, app.db, { adminId: who.id, action: 'payment.read', subject: payment.id })
  const [student, events, refund] = await Promise.all([
    studentOf(app, payment.studentId),
    readEvents(app, payment.id),
    loadRefundLimits(app.db, payment),
  ])
  const isConfirmed = payment.confirmedAt !== null
  return {
    payment: {
      ...toAdminPayment(payment, student?.username ?? null),
      currency: payment.currency,
      method: payment.method,
      payerEmail: payment.payerEmail,
      opensAll: opensAll(payment.state, isConfirmed),
      isOpen: canStillChange(payment),
      askedAt: iso(payment.askedAt),
      nextAskAt: iso(payment.nextAskAt),
    },
    student,
    refund,
    events,
  }
}

async function studentOf(app: App, studentId: PaymentRow['studentId']): Promise<PaymentHistory['student']> {
  const student = await findStudentById(app.db, studentId)
  if (!student || student.erasedAt) return null
  return { username: student.username, email: student.email, isPaid: await isPaid(app.db, studentId) }
}

async function readEvents(app: App, paymentId: string): Promise<PaymentEvent[]> {
  const rows = await app.db
    .select({ event: paymentEvents, admin: admins.username, note: refundNotes.note })
    .from(paymentEvents)
    .leftJoin(
      refundNotes,
      and(eq(refundNotes.paymentId, paymentEvents.paymentId), eq(refundNotes.key, paymentEvents.key)),
    )
    .leftJoin(admins, eq(admins.id, paymentEvents.adminId))
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(asc(paymentEvents.seq))
    .limit(MOST_EVENTS)
  return rows.map(({ event: { seq, kind, key, source, amountKobo, details, at }, admin, note }) => ({
    _id: String(seq),
    kind,
    key,
    source,
    admin,
    amountKobo,
    details: note === null ? details : { ...details, note },
    at: at.toISOString(),
  }))
}
