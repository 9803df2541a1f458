// One page of the table of payments, within a transaction: the same rows for the screen and for a file.
import type { OfficePayment, PaymentSelection, PaymentSums } from '@baobab/contract/payment-office.ts'
import { and, desc, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import type { Tx } from '../../platform/database.ts'
import { pageOf, readCursor } from '../../platform/cursors.ts'
import type { PaymentRow } from '../../payments/queries.ts'
import { payments } from '../../payments/tables.ts'
import { choose } from './conditions.ts'

export type PageWanted = {
  selection: PaymentSelection
  limit: number
  cursor?: string | undefined
  /** Nobody asks for the sums. */
  bare?: boolean
}

export type Page = { payments: OfficePayment[]; nextCursor: string | null; sums: PaymentSums | null }

const iso = (at: Date | null) => at?.toISOString() ?? null

/** A payment as a line of the table. */
export function lineOf(row: PaymentRow, username: string | null): OfficePayment {
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
  const from = cursor === undefined ? undefined : readCursor(cursor)
  // Compiling a plan takes longer than running it.
  await tx.execute(sql`select set_config('jit', 'off', true)`)
  const { where, isWide } = await choose(tx, selection)
  const after = from && sql`(${payments.openedAt}, ${payments.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
  const rows = await tx
    .select({ payment: payments, username: students.username, erasedAt: students.erasedAt })
    .from(payments)
    .innerJoin(students, eq(students.id, payments.studentId))
    .where(and(where, after))
    .orderBy(desc(payments.openedAt), desc(payments.id))
    .limit(limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, ({ payment: { id, openedAt: at } }) => ({ id, at }))
  return {
    payments: page.map(({ payment, username, erasedAt }) => lineOf(payment, erasedAt ? null : username)),
    nextCursor,
    sums: from || bare || isWide ? null : await sumsOf(tx, where),
  }
}
