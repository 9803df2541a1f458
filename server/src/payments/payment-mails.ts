// The mails of payments. A job carries ids; what it says is read when it is made.
import { admins, students } from '../accounts/tables.ts'
import type { App } from '../platform/app.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { paymentAlertMail } from '../mails/payment-alert.ts'
import { receiptMail } from '../mails/receipt.ts'
import { defineQueue } from '../platform/jobs/jobs.ts'
import type { AttentionReason } from './rules.ts'
import { payments } from './tables.ts'

/** Each mail is a job of its own, so that one that fails sends no other again. A receipt waits for no dead server. */
const toPayers = { retryLimit: 20, heartbeatSeconds: 60 }
type PayerMail = { paymentId: string; to: 'student' | 'parent' }
export const paymentReceipts = defineQueue<PayerMail>('payment-receipts', toPayers)
/** The receipt once more, which says by then that the money was given back. */
export const refundMails = defineQueue<PayerMail>('payment-refund-mails', toPayers)
export const paymentAlerts = defineQueue<{ paymentId: string; attention: AttentionReason }>('payment-alerts', {
  retryLimit: 20,
})
export const paymentAlertMails = defineQueue<{ paymentId: string; attention: AttentionReason; adminId: string }>(
  'payment-alert-mails',
  { retryLimit: 20 },
)

/** Mails the receipt. Nobody who is gone by then gets one, nor an address that mail came back from. */
export async function sendReceipt(app: App, { paymentId, to }: PayerMail): Promise<void> {
  const [row] = await app.db
    .select({ payment: payments, student: students })
    .from(payments)
    .innerJoin(students, eq(students.id, payments.studentId))
    .where(eq(payments.id, paymentId))
  if (!row || row.student.erasedAt || row.payment.confirmedAt === null) return
  const { payment, student } = row
  const own = student.emailBouncedAt === null ? student.email : null
  const address = to === 'student' ? own : payment.payerEmail
  // A student who pays by the link, with the same address, has the receipt already.
  const isSecond = to === 'parent' && own !== null && address?.toLowerCase() === own.toLowerCase()
  if (address === null || isSecond) return
  const mail = receiptMail({ username: student.username, to, payment, publicUrl: app.config.publicUrl })
  await app.mailer.send({ to: address, ...mail })
}

/** Has every admin told that a payment needs a person's eyes. */
export async function spreadAlert(app: App, alert: { paymentId: string; attention: AttentionReason }): Promise<void> {
  const people = await app.db.select({ id: admins.id }).from(admins).where(isNull(admins.removedAt))
  await app.db.transaction(async (tx) => {
    for (const { id } of people) await app.jobs.send(tx, paymentAlertMails, { ...alert, adminId: id })
  })
}

/** Tells one admin. */
export async function sendAlert(
  app: App,
  { adminId, paymentId, attention }: { adminId: string; paymentId: string; attention: AttentionReason },
): Promise<void> {
  const [payment] = await app.db.select().from(payments).where(eq(payments.id, paymentId))
  const [admin] = await app.db
    .select({ email: admins.email })
    .from(admins)
    .where(and(eq(admins.id, adminId), isNull(admins.removedAt)))
  if (!payment || !admin) return
  const mail = paymentAlertMail({ attention, payment, publicUrl: app.config.publicUrl })
  await app.mailer.send({ to: admin.email, ...mail })
}
