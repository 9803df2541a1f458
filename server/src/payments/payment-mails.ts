// Mails about payments. A job contains only ids; the content is read when the mail is sent.
import { noteRefund, type AttentionReason } from '@baobab/contract/payments/admin.ts'
import { and, eq } from 'drizzle-orm'
import { isAdminAllowed } from '../accounts/queries.ts'
import { admins, students } from '../accounts/tables.ts'
import { paymentAlertMail } from '../mails/payment-alert.ts'
import { receiptMail } from '../mails/receipt.ts'
import type { App } from '../platform/app.ts'
import { defineMailQueue } from '../mails/mail-queues.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import { payments } from './tables.ts'

/**
 * One job per mail, so that a retry does not resend other mails. If a server crashes, its job is released when the
 * heartbeats stop.
 */
const payerMailOptions = { retryLimit: 20, heartbeatSeconds: 60 }
type PayerMail = { paymentId: string; to: 'student' | 'parent' }
export const paymentReceipts = defineMailQueue<PayerMail>('payment-receipts', payerMailOptions)
/** Jobs that send the receipt again, which then says that the payment was refunded. */
export const refundMails = defineMailQueue<PayerMail>('payment-refund-mails', payerMailOptions)

type Alert = { paymentId: string; attention: AttentionReason }
export const paymentAlerts = defineQueue<Alert>('payment-alerts', { retryLimit: 20 })
export const paymentAlertMails = defineMailQueue<Alert & { adminId: string }>('payment-alert-mails', { retryLimit: 20 })

/** Mails the receipt, unless the account was erased or the student's address bounced. */
export async function sendReceipt(app: App, { paymentId, to }: PayerMail): Promise<void> {
  const [row] = await app.db
    .select({ payment: payments, student: students })
    .from(payments)
    .innerJoin(students, eq(students.id, payments.studentId))
    .where(eq(payments.id, paymentId))
  if (!row || row.student.erasedAt || row.payment.confirmedAt === null) return
  const { payment, student } = row
  const studentEmail = student.emailBouncedAt === null ? student.email : null
  const address = to === 'student' ? studentEmail : payment.payerEmail
  // A student who paid through the link with the account's own address already gets the student's receipt.
  const isDuplicate = to === 'parent' && studentEmail !== null && address?.toLowerCase() === studentEmail.toLowerCase()
  if (address === null || isDuplicate) return
  const mail = receiptMail({ username: student.username, to, payment, publicUrl: app.config.publicUrl })
  await app.mailer.send({ to: address, ...mail })
}

/** The SQL condition for admins who work with payments, and so get mails about them. */
export const isPaymentAdmin = isAdminAllowed(noteRefund.who)

/** Enqueues a mail to each of these admins about a payment that needs attention. */
export async function enqueueAlertMails(app: App, alert: Alert): Promise<void> {
  const recipients = await app.db.select({ id: admins.id }).from(admins).where(isPaymentAdmin)
  await app.db.transaction(async (tx) => {
    for (const { id } of recipients) await app.jobs.send(tx, paymentAlertMails, { ...alert, adminId: id })
  })
}

/** Mails the alert to one admin. */
export async function sendAlertMail(
  app: App,
  { adminId, paymentId, attention }: Alert & { adminId: string },
): Promise<void> {
  const [payment] = await app.db.select().from(payments).where(eq(payments.id, paymentId))
  const [admin] = await app.db
    .select({ email: admins.email })
    .from(admins)
    .where(and(eq(admins.id, adminId), isPaymentAdmin))
  if (!payment || !admin) return
  const mail = paymentAlertMail({ attention, payment, publicUrl: app.config.publicUrl })
  await app.mailer.send({ to: admin.email, ...mail })
}
