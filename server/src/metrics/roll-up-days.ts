// Counts settled days and stores the counts, each day only once: in the nightly job, or when an admin opens a period with days
// that were never counted.
import { metricCategories, metricNames } from '@baobab/contract/metrics/endpoints.ts'
import type { Period } from '@baobab/contract/kernel/days.ts'
import { sql } from 'drizzle-orm'
import { quizTime } from '../platform/maintenance/require-open.ts'
import type { App } from '../platform/app.ts'
import { readClockHold } from '../platform/clock-check.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { storeDays } from './count-metrics.ts'
import { intersectPeriods, lastSettledDay, toPeriods } from './rules.ts'

/** The number of days counted per transaction. */
const BATCH_DAYS = 31

/** Allows only one transaction across all servers to count at a time; the next one finds the days already stored. */
const LOCK = sql`select pg_advisory_xact_lock(hashtext('daily_figures'))`

/** Loads the day on which the first account was created; undefined if there are no accounts. There is nothing to count before it. */
export async function loadFirstDay(app: App): Promise<string | undefined> {
  const { rows } = await app.db.execute<{ day: string | null }>(
    sql`select (min(created_at) at time zone interval '1 hour')::date::text as day from students where erased_at is null`,
  )
  return rows[0]?.day ?? undefined
}

/**
 * Counts and stores every settled day of a period that is not stored yet. While the date is doubtful, days after the last right
 * one are not settled: they may still come, and a stored day is never counted again. The same applies to a day with maintenance
 * that is still on, because the quizzes it paused have not ended.
 */
export async function rollUpDays(app: App, period: Period): Promise<void> {
  const first = await loadFirstDay(app)
  if (first === undefined) return
  const { heldSince, seenAt } = await readClockHold(app)
  const settled = intersectPeriods(period, { from: first, to: lastSettledDay(heldSince ? seenAt : quizTime(app)) })
  if (!settled) return
  for (const batch of toPeriods(await listMissingDays(app.db, settled), BATCH_DAYS))
    await app.db.transaction(async (tx) => {
      await tx.execute(LOCK)
      for (const missing of toPeriods(await listMissingDays(tx, batch), BATCH_DAYS)) await storeDays(app, tx, missing)
    })
}

/** Counts and stores all days since the first account. Called by the nightly job. */
export async function rollUpAllDays(app: App): Promise<void> {
  const first = await loadFirstDay(app)
  if (first !== undefined) await rollUpDays(app, { from: first, to: lastSettledDay(app.clock.now()) })
}

/** Returns the days of a period, in order, for which any metric is missing from the table. */
async function listMissingDays(db: Db | Tx, { from, to }: Period): Promise<string[]> {
  const names = sql.join(
    metricNames.map((name) => sql`${name}`),
    sql`, `,
  )
  const { rows } = await db.execute<{ day: string }>(sql`
    select to_char(days.day, 'YYYY-MM-DD') as day
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as days (day)
    where (select count(*) from daily_figures where daily_figures.day = days.day::date and figure in (${names}))
      < ${metricNames.length * metricCategories.length}
    order by days.day`)
  return rows.map(({ day }) => day)
}
