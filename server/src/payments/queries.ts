// Queries for payments. Every feature that requires a payment, including the scholarship's pool, uses `hasAccess` or
// `hasAccessSql`.
import { paidStates, type Payment } from '@baobab/contract/payments/endpoints.ts'
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database/database.ts'
import { payments } from './tables.ts'

export type PaymentRow = typeof payments.$inferSelect

/** Literals instead of parameters, because the planner matches a partial index only with literals. */
const paidStateList = sql.raw(paidStates.map((state) => `'${state}'`).join(', '))

/** Returns `grantsAccess` as SQL for a row of `payments`, under its own name or an alias. */
export const grantsAccessSql = (alias: SQL = sql`${payments}`) =>
  sql`${alias}.state in (${paidStateList}) and ${alias}.confirmed_at is not null`

/** Returns `hasAccess` as SQL for a student id given as a column or a value. */
export const hasAccessSql = (studentId: SQL) =>
  sql`exists (select from ${payments} as paid where paid.student_id = ${studentId} and ${grantsAccessSql(sql`paid`)})`

/** Returns whether a payment gives this student access. */
export async function hasAccess(db: Db | Tx, studentId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.studentId, studentId), grantsAccessSql()))
    .limit(1)
  return row !== undefined
}

/** Finds a payment by its reference, whichever student it belongs to. */
export async function paymentByReference(db: Db | Tx, reference: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.reference, reference))
  return row
}

/** The maximum number of payments on a page; no student opens that many. */
const MAX_SHOWN = 50

/** Returns a student's payments, newest first. */
export function listStudentPayments(db: Db | Tx, studentId: string): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.studentId, studentId))
    .orderBy(desc(payments.openedAt))
    .limit(MAX_SHOWN)
}

/** Returns a payment as its owner sees it. */
export function toPaymentReply(row: PaymentRow): Payment {
  return {
    reference: row.reference,
    state: row.state,
    amountKobo: row.amountKobo,
    refundedKobo: row.refundedKobo,
    currency: row.currency,
    openedBy: row.openedBy,
    openedAt: row.openedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    channel: row.channel,
    isRefundDue: row.attention === 'refund-due',
  }
}
