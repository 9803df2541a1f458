import type { ParsedOf, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { PaymentComparison, listPaymentComparisons as endpoint } from '@baobab/contract/payments/admin.ts'
import { desc, lt } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { paymentComparisons } from '../tables.ts'

type Query = ParsedOf<typeof endpoint>['query']

/** Lists the daily comparisons, newest first. The cursor is the last day of the previous page. */
export async function listComparisons(app: App, { limit, cursor }: Query): Promise<ReplyOf<typeof endpoint>> {
  const rows = await app.db
    .select()
    .from(paymentComparisons)
    .where(cursor === undefined ? undefined : lt(paymentComparisons.day, cursor))
    .orderBy(desc(paymentComparisons.day))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return {
    comparisons: page.map(toReply),
    nextCursor: rows.length > limit ? (page.at(-1)?.day ?? null) : null,
  }
}

function toReply(row: typeof paymentComparisons.$inferSelect): PaymentComparison {
  const { day, ourCount, ourKobo, theirCount, theirKobo, differences, comparedAt } = row
  return { day, ourCount, ourKobo, theirCount, theirKobo, differences, comparedAt: comparedAt.toISOString() }
}
