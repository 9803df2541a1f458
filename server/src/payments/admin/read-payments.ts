// One page of the table of payments, within a transaction: the same rows for the screen and for a file.
import type { AdminPayment, PaymentSelection, PaymentSums } from '@baobab/contract/payments-admin.ts'
import { and, desc, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import type { Tx } from '../../platform/database/database.ts'
import { toPage, decodeCursor } from '../../platform/database/pagination.ts'
import type { PaymentRow } from '../queries.ts'
import { payments } from '../tables.ts'
import { resolveSelection } from './selection-condition.ts'

export type PageWanted = {
  selection: PaymentSelection
  limit: number
  cursor?: string | undefined
  /** Nobody asks for the sums. */
  bare?: boolean
}

export type Page = { payments: AdminPayment[]; nextCursor: string | null; sums: PaymentSums | null }

const iso = (at: Date | null) => at?.toISOString() ?? null

/** A payment as a line of the table. */
export function toAdminPayment(row: PaymentRow, username: string | null): AdminPayment {
  return {
    _id: row.id,
    reference: row.reference,
    state: row.state,
    attention: row.attention,
    amountKobo: row.amountKobo,
    username,
    openedBy: row.openedBy,
    channel: row.channel,
    openedAt: row.openedAt.toISOString(),
    paidAt: iso(row.paidAt),
    confirmedAt: iso(row.confirmedAt),
  }
}

async function sumsOf(tx: Tx, where: SQL | undefined): Promise<PaymentSums> {
  const [sums] = await tx
    .select({
      confirmed: sql<number>`count(*)::integer`,
      kobo: sql<number>`coalesce(sum(${payments.amountKobo}), 0)::float8`,
    })
    .from(payments)
    .where(and(isNotNull(payments.confirmedAt), where))
  return sums ?? { confirmed: 0, kobo: 0 }
}

/** Reads a page. */
export async function readPayments(tx: Tx, { selection, limit, cursor, bare = false }: PageWanted): Promise<Page> {
  const from = cursor === undefined ? undefined : decodeCursor(cursor)
  // Compiling a plan takes longer than running it.
  await tx.execute(sql`select set_config('jit', 'off', true)`)
  const { where, isWide } = await resolveSelection(tx, selection)
  const after = from && sql`(${payments.openedAt}, ${payments.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
  const rows = await tx
    .select({ payment: payments, username: students.username, erasedAt: students.erasedAt })
    .from(payments)
    .innerJoin(students, eq(students.id, payments.studentId))
    .where(and(where, after))
    .orderBy(desc(payments.openedAt), desc(payments.id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ payment: { id, openedAt: at } }) => ({ id, at }))
  return {
    payments: page.map(({ payment, username, erasedAt }) => toAdminPayment(payment, erasedAt ? null : username)),
    nextCursor,
    sums: from || bare || isWide ? null : await sumsOf(tx, where),
  }
}
