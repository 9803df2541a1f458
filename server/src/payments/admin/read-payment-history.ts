// Loads one payment with its history.
import type { PaymentEvent, PaymentHistory } from '@baobab/contract/payments/admin.ts'
import { and, asc, eq } from 'drizzle-orm'
import { admins } from '../../accounts/tables.ts'
import { findStudentById } from '../../accounts/queries.ts'
import type { App } from '../../platform/app.ts'
import { auditRead } from '../../platform/audit/write-audit-line.ts'
import type { AdminUser } from '../../platform/http/auth.ts'
import { fail } from '../../platform/http/errors.ts'
import { hasAccess, paymentByReference, type PaymentRow } from '../queries.ts'
import { loadAccessAfterRefund, loadAskable, loadAskedRefunds } from '../refunds/queries.ts'
import { canStillChange, grantsAccess } from '../rules.ts'
import { paymentEvents, refundNotes } from '../tables.ts'
import { toAdminPayment } from './list-all-payments.ts'
import { loadRefundLimits } from './load-refund-limits.ts'

/** The maximum number of events shown, so that a provider that keeps sending webhooks cannot make the page arbitrarily long. */
const MAX_EVENTS = 500

/** Loads a payment for an admin. Each read is written to the audit log. */
export async function loadPaymentHistory(app: App, who: AdminUser, reference: string): Promise<PaymentHistory> {
  const payment = (await paymentByReference(app.db, reference)) ?? fail('not_found')
  await auditRead(app, { adminId: who.id, action: 'payment.read', subject: payment.id })
  const [student, events, refund, accessAfterRefund, askable, refunds] = await Promise.all([
    loadStudent(app, payment.studentId),
    loadEvents(app, payment.id),
    loadRefundLimits(app.db, payment),
    loadAccessAfterRefund(app.db, payment),
    loadAskable(app.db, payment),
    loadAskedRefunds(app.db, payment.id),
  ])
  return {
    payment: {
      ...toAdminPayment(payment, student?.username ?? null),
      currency: payment.currency,
      method: payment.method,
      payerEmail: payment.payerEmail,
      opensAll: grantsAccess(payment),
      isOpen: canStillChange(payment),
      askedAt: payment.askedAt?.toISOString() ?? null,
      nextAskAt: payment.nextAskAt?.toISOString() ?? null,
    },
    student,
    refund,
    accessAfterRefund,
    askable: typeof askable === 'string' ? null : askable,
    refunds,
    events,
  }
}

async function loadStudent(app: App, studentId: PaymentRow['studentId']): Promise<PaymentHistory['student']> {
  const student = await findStudentById(app.db, studentId)
  if (!student || student.erasedAt) return null
  return { username: student.username, email: student.email, isPaid: await hasAccess(app.db, studentId) }
}

async function loadEvents(app: App, paymentId: string): Promise<PaymentEvent[]> {
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
    .limit(MAX_EVENTS)
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
