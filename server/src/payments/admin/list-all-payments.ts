// The admin list of payments, newest first. The export reads the same pages.
import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type {
  AdminPayment,
  listAllPayments as endpoint,
  PaymentSelection,
  PaymentSums,
} from '@baobab/contract/payments/admin.ts'
import { and, desc, eq, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import { students } from '../../accounts/tables.ts'
import type { App } from '../../platform/app.ts'
import type { Tx } from '../../platform/database/database.ts'
import { decodeCursor, toPage } from '../../platform/database/pagination.ts'
import type { PaymentRow } from '../queries.ts'
import { payments } from '../tables.ts'
import { resolveSelection } from './selection-condition.ts'

/** Lists one page of payments from a single database snapshot. */
export function listAllPayments(
  app: App,
  query: ParsedOf<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  const { limit, cursor, ...selection } = query
  return app.db.transaction((tx) => loadPaymentPage(tx, { selection, limit, cursor }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

type PageQuery = {
  selection: PaymentSelection
  limit: number
  cursor?: string | undefined
  /** Only these payments. */
  ids?: readonly string[]
  /** Skips the totals of the selection. */
  withoutSums?: boolean
}

/** Loads a page within a transaction. */
export async function loadPaymentPage(
  tx: Tx,
  { selection, limit, cursor, ids, withoutSums = false }: PageQuery,
): Promise<ReplyOf<typeof endpoint>> {
  const from = cursor === undefined ? undefined : decodeCursor(cursor)
  // JIT compilation of this query takes longer than running it.
  await tx.execute(sql`select set_config('jit', 'off', true)`)
  const { where, isWide } = await resolveSelection(tx, selection)
  const after = from && sql`(${payments.openedAt}, ${payments.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
  const rows = await tx
    .select({ payment: payments, username: students.username, erasedAt: students.erasedAt })
    .from(payments)
    .innerJoin(students, eq(students.id, payments.studentId))
    .where(and(where, after, ids && inArray(payments.id, [...ids])))
    .orderBy(desc(payments.openedAt), desc(payments.id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ payment: { id, openedAt: at } }) => ({ id, at }))
  return {
    payments: page.map(({ payment, username, erasedAt }) => toAdminPayment(payment, erasedAt ? null : username)),
    nextCursor,
    sums: from || withoutSums || isWide ? null : await sumConfirmed(tx, where),
  }
}

/** @param username null if the account was deleted */
export function toAdminPayment(row: PaymentRow, username: string | null): AdminPayment {
  return {
    _id: row.id,
    reference: row.reference,
    state: row.state,
    attention: row.attention,
    amountKobo: row.amountKobo,
    refundedKobo: row.refundedKobo,
    username,
    openedBy: row.openedBy,
    channel: row.channel,
    openedAt: row.openedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
  }
}

async function sumConfirmed(tx: Tx, where: SQL | undefined): Promise<PaymentSums> {
  const isConfirmed = isNotNull(payments.confirmedAt)
  const [sums] = await tx
    .select({
      confirmed: sql<number>`count(*)::integer`,
      kobo: sql<number>`coalesce(sum(${payments.amountKobo}), 0)::float8`,
    })
    .from(payments)
    .where(and(isConfirmed, where))
  // Summed separately: the index that the sums above use does not cover refunds, and the few payments with one have their own
  // index.
  const [refunds] = await tx
    .select({ kobo: sql<number>`coalesce(sum(${payments.refundedKobo}), 0)::float8` })
    .from(payments)
    .where(and(isConfirmed, isNotNull(payments.refundedAt), where))
  return { confirmed: sums?.confirmed ?? 0, kobo: sums?.kobo ?? 0, refundedKobo: refunds?.kobo ?? 0 }
}
