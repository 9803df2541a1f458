// Counts the messages of the last day.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { startOfLagosDay } from '@baobab/contract/kernel/days.ts'
import { and, eq, gt, gte, inArray, sql, sum } from 'drizzle-orm'
import type { Db, Tx } from '../platform/database/database.ts'
import { isRangePaused, type RangeCounts } from './rules.ts'
import { rangeKinds, smsMessages } from './tables.ts'

const DAY_MS = 86_400_000

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS)

/**
 * Returns the parts of all messages of this day in Lagos. Failed ones count too, because we cannot know what the provider charges for
 * them. So the number only grows, and each level of the budget is reached once a day.
 */
export async function countPartsToday(db: Db | Tx, now: Date): Promise<number> {
  const [row] = await db
    .select({ parts: sum(smsMessages.parts).mapWith(Number) })
    .from(smsMessages)
    .where(gte(smsMessages.at, startOfLagosDay(lagosDate(now))))
  return row?.parts ?? 0
}

/** A try that failed because the provider was away says nothing about the range. */
const saysSomething = sql`not (${smsMessages.state} = 'failed' and ${smsMessages.settledAt} is null)`
const counts = {
  codes: sql<number>`count(*)::integer`,
  used: sql<number>`count(${smsMessages.usedAt})::integer`,
  failed: sql<number>`(count(*) filter (where ${smsMessages.state} = 'failed'))::integer`,
}

/** Returns what became of the codes that went to a range in the last 24 hours. */
export async function loadRangeCounts(db: Db | Tx, range: string, now: Date): Promise<RangeCounts> {
  const [row] = await db
    .select(counts)
    .from(smsMessages)
    .where(
      and(
        eq(smsMessages.range, range),
        gt(smsMessages.at, dayBefore(now)),
        inArray(smsMessages.kind, rangeKinds),
        saysSomething,
      ),
    )
  return row ?? { codes: 0, used: 0, failed: 0 }
}

/** Returns the ranges that get no more codes now, those with the most codes first. */
export async function listPausedRanges(db: Db, now: Date): Promise<(RangeCounts & { range: string })[]> {
  const rows = await db
    .select({ range: smsMessages.range, ...counts })
    .from(smsMessages)
    .where(and(gt(smsMessages.at, dayBefore(now)), inArray(smsMessages.kind, rangeKinds), saysSomething))
    .groupBy(smsMessages.range)
    .orderBy(sql`count(*) desc`, smsMessages.range)
  return rows.filter(isRangePaused)
}

/** The messages of the last 24 hours: given to the provider, and what delivery reports say about them. */
export type SmsDay = { sent: number; delivered: number; failed: number }

/** Returns how many messages were sent in the last 24 hours, and how many of them arrived or failed. */
export async function countLastDay(db: Db, now: Date): Promise<SmsDay> {
  const [row] = await db
    .select({
      sent: sql<number>`count(${smsMessages.sentAt})::integer`,
      delivered: sql<number>`(count(*) filter (where ${smsMessages.state} = 'delivered'))::integer`,
      failed: counts.failed,
    })
    .from(smsMessages)
    .where(gt(smsMessages.at, dayBefore(now)))
  return row ?? { sent: 0, delivered: 0, failed: 0 }
}
