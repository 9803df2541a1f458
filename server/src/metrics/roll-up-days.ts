// Adds up days that are over, each once, whoever comes first: the night's job, another server, or an admin who looks at
// a year that nobody has looked at before.
import { metricCategories, metricNames, type Period } from '@baobab/contract/metrics.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { keepDays } from './count-days.ts'
import { lastSettledDay, shared, stretchesOf } from './rules.ts'

/** Days that one transaction counts. */
const AT_ONCE = 31

/** Only one transaction of all servers counts at a time; the next one finds what it would have counted. */
const TURN = sql`select pg_advisory_xact_lock(hashtext('daily_figures'))`

/** The day the first account was made; undefined while there is none. Nothing happened before. */
export async function firstDay(app: App): Promise<string | undefined> {
  const { rows } = await app.db.execute<{ day: string | null }>(
    sql`select (min(created_at) at time zone interval '1 hour')::date::text as day from students where erased_at is null`,
  )
  return rows[0]?.day ?? undefined
}

/** Sees to it that every settled day of a period is added up. */
export async function rollUpDays(app: App, period: Period): Promise<void> {
  const first = await firstDay(app)
  if (first === undefined) return
  const settled = shared(period, { from: first, to: lastSettledDay(app.clock.now()) })
  if (!settled) return
  for (const stretch of stretchesOf(await missingDays(app.db, settled), AT_ONCE))
    await app.db.transaction(async (tx) => {
      await tx.execute(TURN)
      for (const missing of stretchesOf(await missingDays(tx, stretch), AT_ONCE)) await keepDays(app, tx, missing)
    })
}

/** The night's work: all days since the first. */
export async function rollUpAll(app: App): Promise<void> {
  const first = await firstDay(app)
  if (first !== undefined) await rollUpDays(app, { from: first, to: lastSettledDay(app.clock.now()) })
}

/** The days of a period of which a figure is missing, in order. */
async function missingDays(db: Db | Tx, { from, to }: Period): Promise<string[]> {
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
