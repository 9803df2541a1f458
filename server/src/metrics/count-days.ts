// Counts days out of what happened, in the database. Every table is entered by an index on its time, so that a day costs
// what happened on it; nothing here moves with an answer or with the place in a film.
//
// What is counted never changes afterwards: the first marking of a film as watched, the end of an attempt at its
// deadline, the verifying of an email, the moment we learned of a payment. So a day that was missed for weeks is counted
// as it would have been that night.
import { dayAfter, startOfLagosDay } from '@baobab/contract/lagos-days.ts'
import { metricCategories, metricNames, type Period } from '@baobab/contract/metrics.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { categorySteps, type Count } from './rules.ts'

/** Lagos is UTC+1 all year. */
const dayOf = (instant: string) => `(${instant} at time zone interval '1 hour')::date`

/**
 * The category of a birth on a day. Years are taken off the day, not put on the birth: that is what gives those of 29
 * February their birthday on 1 March.
 */
const categoryOn = (birth: string, day: string) => {
  const [first, ...later] = categorySteps()
  const steps = later.map(({ age }, at) => {
    const before = at === 0 ? first : later[at - 1]
    return `when ${birth} > ${day} - interval '${age} years' then '${before?.category ?? 'none'}'`
  })
  return `case when ${birth} > ${day} - interval '${first?.age ?? 0} years' then 'none' ${steps.join(' ')} else 'none' end`
}

/**
 * An attempt begins less than this before it ends: those that began on a day are found among those that ended until then.
 * An index on beginnings would cost each start of a quiz.
 */
const LONGEST_ATTEMPT = `interval '1 hour'`

type Counting = { app: Pick<App, 'clock'>; period: Period }

/**
 * The counts of a period as a WITH list that ends in `counted` (day, figure, category, value) and `video_counted` (day,
 * figure, video_id, value). An attempt that was taken back on the day it ended is none; later that changes no past day.
 */
export function counting({ app, period }: Counting): SQL {
  const [from, to] = [startOfLagosDay(period.from).toISOString(), startOfLagosDay(dayAfter(period.to, 1)).toISOString()]
  const inside = (instant: string) =>
    sql`${sql.raw(instant)} >= ${from}::timestamptz and ${sql.raw(instant)} < ${to}::timestamptz`
  const nearly = (instant: string) =>
    sql`${sql.raw(instant)} >= ${from}::timestamptz and ${sql.raw(instant)} < ${to}::timestamptz + ${sql.raw(LONGEST_ATTEMPT)}`
  const now = app.clock.now().toISOString()
  return sql`watched as (
  select student_id, video_id, ${sql.raw(dayOf('watched_at'))} as day from watches where ${inside('watched_at')}
), ended as (
  select student_id, video_id, age_category, reset_at, locked_at as at from attempts where ${inside('locked_at')}
  union all
  -- Out of time and not locked yet: it will be, as of its deadline.
  select student_id, video_id, age_category, reset_at, deadline from attempts
  where locked_at is null and ${inside('deadline')} and deadline < ${now}::timestamptz
), finished as (
  select video_id, age_category, ${sql.raw(dayOf('at'))} as day from ended
  where reset_at is null or ${sql.raw(dayOf('reset_at'))} > ${sql.raw(dayOf('at'))}
), began as (
  select student_id, started_at from attempts where ${nearly('locked_at')}
  union all
  select student_id, started_at from attempts where locked_at is null and ${nearly('deadline')}
), active as (
  select student_id, day from watched
  union
  select student_id, ${sql.raw(dayOf('started_at'))} from began where ${inside('started_at')}
), registered as (
  select birth, ${sql.raw(dayOf('verified_at'))} as day from students where ${inside('verified_at')}
), paid as (
  -- When the provider took the money is no measure: it may tell days later, of a day that is kept already.
  select birth, amount_kobo, ${sql.raw(dayOf('confirmed_at'))} as day
  from payments join students on students.id = student_id
  where confirmed_at is not null and ${inside('confirmed_at')}
), happened as (
  select day, 'registrations' as figure, ${sql.raw(categoryOn('birth', 'day'))} as category, 1 as value from registered
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
  select day, figure, category, sum(value) as value from happened group by day, figure, category
), video_counted as (
  select day, 'watched' as figure, video_id, count(*) as value from watched group by day, video_id
  union all
  select day, 'quizzes', video_id, count(*) from finished group by day, video_id
)`
}

/** Counts a period as it is now. */
export async function countDays(app: App, period: Period): Promise<Count[]> {
  const { rows } = await app.db.execute<Count>(sql`
    with ${counting({ app, period })} select day::text, figure, category, value::float8 from counted`)
  return rows
}

/** Counts a period and keeps it; what is kept already stays. Zeros are kept too: they say that the day was counted. */
export async function keepDays(app: App, tx: Db | Tx, period: Period): Promise<void> {
  const metrics = sql.raw(metricNames.map((name) => `('${name}')`).join(', '))
  const categories = sql.raw(metricCategories.map((name) => `('${name}')`).join(', '))
  await tx.execute(sql`
    with ${counting({ app, period })}
    insert into daily_figures (day, figure, age_category, value)
    select days.day::date, figures.figure, categories.category, coalesce(counted.value, 0)
    from generate_series(${period.from}::timestamp, ${period.to}::timestamp, interval '1 day') as days (day)
      cross join (values ${metrics}) as figures (figure)
      cross join (values ${categories}) as categories (category)
      left join counted on counted.day = days.day::date and counted.figure = figures.figure
        and counted.category = categories.category
    on conflict do nothing`)
  await tx.execute(sql`
    with ${counting({ app, period })}
    insert into daily_video_figures (day, figure, video_id, value) select day, figure, video_id, value from video_counted
    on conflict do nothing`)
}
