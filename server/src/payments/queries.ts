// Whether a student has paid. Everything that is gated asks here.
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database.ts'
import { payments } from './tables.ts'

/** Whether a confirmed payment stands behind this student. */
export async function isPaid(db: Db | Tx, studentId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.studentId, studentId), eq(payments.state, 'succeeded')))
    .limit(1)
  return row !== undefined
}
