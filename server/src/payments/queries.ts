// Who has paid, by the ledger. Everything that is gated asks here, and the scholarship's pool reads the same.
import { paidStates, type Payment } from '@baobab/contract/payments.ts'
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database/database.ts'
import { payments } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect

/** Constants in the statement, because a partial index is not found by parameters. */
const states = sql.raw(paidStates.map((state) => `'${state}'`).join(', '))

/** Whether a row of `payments` (under its own name or another) opens what is to be paid for. */
export const grantsAccessSql = (alias: SQL = sql`${payments}`) =>
  sql`${alias}.state in (${states}) and ${alias}.confirmed_at is not null`

/** The condition that a student, named by a column or a value, has paid. */
export const hasAccessSql = (studentId: SQL) =>
  sql`exists (select from ${payments} as paid where paid.student_id = ${studentId} and ${grantsAccessSql(sql`paid`)})`

/** Whether a confirmed payment stands behind this student. */
export async function isPaid(db: Db | Tx, studentId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.studentId, studentId), grantsAccessSql()))
    .limit(1)
  return row !== undefined
}

/** A payment by its reference, whoever's it is. */
export async function paymentByReference(db: Db | Tx, reference: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.reference, reference))
  return row
}

/** Most payments a page shows: nobody opens that many. */
const SHOWN = 50

/** A student's payments, the newest first. */
export function listStudentPayments(db: Db | Tx, studentId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.studentId, studentId))
    .orderBy(desc(payments.openedAt))
    .limit(SHOWN)
}

/** A payment as its owner sees it. */
export function toPaymentReply(row: PaymentRow): Payment {
  return {
    reference: row.reference,
    state: row.state,
    amountKobo: row.amountKobo,
    currency: row.currency,
    openedBy: row.openedBy,
    openedAt: row.openedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    channel: row.channel,
    isRefundDue: row.attention === 'refund-due',
  }
}
