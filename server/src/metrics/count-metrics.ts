// Counts each day's metrics from the rows of other features, in the database. Every table is read through an index on its time, so
// the cost depends only on the events of the day, and counting does not make answering or watching slower.
//
// Only final events are counted: the first time a video is marked as watched, the end of an attempt at its deadline, a new account,
// a confirmed payment. So a day counted weeks later gets the same numbers.
import { metricCategories, metricNames } from '@baobab/contract/metrics/endpoints.ts'
import { type Period, addDays, startOfLagosDay } from '@baobab/contract/kernel/days.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { listCategoryChanges, type Count } from './rules.ts'

/** Returns SQL for an instant's date in Lagos, where the time is UTC+1 all year. */
const dayOf = (instant: string) => `(${instant} at time zone interval '1 hour')::date`

/**
 * Returns SQL for the category on `day` of a student born on `birth`. Subtracts the years from the day, because adding
 * them to the birth date would move birthdays on 29 February to 28 February.
 */
const categoryOn = (birth: string, day: string) => {
  const [first, ...later] = listCategoryChanges()
  const steps = later.map(({ age }, index) => {
    const before = index === 0 ? first : later[index - 1]
    return `when ${birth} > ${day} - interval '${age} years' then '${before?.category ?? 'none'}'`
  })
  return `case when ${birth} > ${day} - interval '${first?.age ?? 0} years' then 'none' ${steps.join(' ')} else 'none' end`
}

/**
 * Attempts are shorter than this, so attempts that started in a period are found among those that ended in it or up to this
 * much later. An index on the start would cost a write each time a quiz starts.
 */
const LONGEST_ATTEMPT = `interval '1 hour'`

type Counting = { app: Pick<App, 'clock'>; period: Period }

/**
 * Returns a WITH list that ends in `counted` (day, metric, category, value) and `video_counted` (day, metric, video_id,
 * value). Attempts that were reset on the day they ended are not counted; a later reset changes no past day.
 */
export function countingSql({ app, period }: Counting): SQL {
  const [from, to] = [startOfLagosDay(period.from).toISOString(), startOfLagosDay(addDays(period.to, 1)).toISOString()]
  const inPeriod = (instant: string) =>
    sql`${sql.raw(instant)} >= ${from}::timestamptz and ${sql.raw(instant)} < ${to}::timestamptz`
  const inPeriodOrSoonAfter = (instant: string) =>
    sql`${sql.raw(instant)} >= ${from}::timestamptz and ${sql.raw(instant)} < ${to}::timestamptz + ${sql.raw(LONGEST_ATTEMPT)}`
  const now = app.clock.now().toISOString()
  return sql`watched as (
  select student_id, video_id, ${sql.raw(dayOf('watched_at'))} as day from watches where ${inPeriod('watched_at')}
), ended as (
  select student_id, video_id, age_category, reset_at, locked_at as at from attempts where ${inPeriod('locked_at')}
  union all
  -- Past its deadline but not locked yet: it will be locked as of its deadline.
  select student_id, video_id, age_category, reset_at, deadline from attempts
  where locked_at is null and ${inPeriod('deadline')} and deadline < ${now}::timestamptz
), finished as (
  select video_id, age_category, ${sql.raw(dayOf('at'))} as day from ended
  where reset_at is null or ${sql.raw(dayOf('reset_at'))} > ${sql.raw(dayOf('at'))}
), began as (
  select student_id, started_at from attempts where ${inPeriodOrSoonAfter('locked_at')}
  union all
  select student_id, started_at from attempts where locked_at is null and ${inPeriodOrSoonAfter('deadline')}
), active as (
  select student_id, day from watched
  union
  select student_id, ${sql.raw(dayOf('started_at'))} from began where ${inPeriod('started_at')}
), registered as (
  select birth, ${sql.raw(dayOf('verified_at'))} as day from students where ${inPeriod('verified_at')}
), paid as (
  -- Not by the provider's payment time: the provider may report it days later, when that day is already stored.
  select birth, amount_kobo, ${sql.raw(dayOf('confirmed_at'))} as day
  from payments join students on students.id = student_id
  where confirmed_at is not null and ${inPeriod('confirmed_at')}
), happened as (
  select day, 'registrations' as metric, ${sql.raw(categoryOn('birth', 'day'))} as category, 1 as value from registered
  union all
  select day, 'active', ${sql.raw(categoryOn('birth', 'day'))}, 1 from active join students on students.id = student_id
  union all
  select day, 'watched', ${sql.raw(categoryOn('birth', 'day'))}, 1 from watched join students on students.id = student_id
  union all
  select day, 'quizzes', age_category, 1 from finished
  union all
  select day, 'payments', ${sql.raw(categoryOn('birth', 'day'))}, 1 from paid
  union all
  select day, 'paid-kobo', ${sql.raw(categoryOn('birth', 'day'))}, amount_kobo from paid
), counted as (
  select day, metric, category, sum(value) as value from happened group by day, metric, category
), video_counted as (
  select day, 'watched' as metric, video_id, count(*) as value from watched group by day, video_id
  union all
  select day, 'quizzes', video_id, count(*) from finished group by day, video_id
)`
}

/** Counts a period from the current rows. */
export async function countMetrics(app: App, period: Period): Promise<Count[]> {
  const { rows } = await app.db.execute<Count>(sql`
    with ${countingSql({ app, period })} select day::text, metric, category, value::float8 from counted`)
  return rows
}

/**
 * Counts a period and stores the counts, including 0, which shows that the day was counted. Keeps counts that are already
 * stored.
 */
export async function storeDays(app: App, tx: Db | Tx, period: Period): Promise<void> {
  const metrics = sql.raw(metricNames.map((name) => `('${name}')`).join(', '))
  const categories = sql.raw(metricCategories.map((name) => `('${name}')`).join(', '))
  await tx.execute(sql`
    with ${countingSql({ app, period })}
    insert into daily_figures (day, figure, age_category, value)
    select days.day::date, metrics.metric, categories.category, coalesce(counted.value, 0)
    from generate_series(${period.from}::timestamp, ${period.to}::timestamp, interval '1 day') as days (day)
      cross join (values ${metrics}) as metrics (metric)
      cross join (values ${categories}) as categories (category)
      left join counted on counted.day = days.day::date and counted.metric = metrics.metric
        and counted.category = categories.category
    on conflict do nothing`)
  await tx.execute(sql`
    with ${countingSql({ app, period })}
    insert into daily_video_figures (day, figure, video_id, value) select day, metric, video_id, value from video_counted
    on conflict do nothing`)
}
