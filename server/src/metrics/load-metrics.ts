// The metrics of a period for the admin's dashboard.
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { POPULAR } from '@baobab/contract/limits.ts'
import { metricNames, type metrics as endpoint } from '@baobab/contract/metrics.ts'
import type { Period } from '@baobab/contract/period.ts'
import { addDays } from '@baobab/contract/lagos-days.ts'
import { and, between, inArray, sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { createSignedPath } from '../platform/security/signed-links.ts'
import { countQuestions } from '../quiz/count-questions.ts'
import { countingSql, countMetrics } from './count-metrics.ts'
import { loadFirstDay, rollUpDays } from './roll-up-days.ts'
import { intersectPeriods, lastSettledDay, periodBefore, sumMetrics, toDayMetrics, type Count } from './rules.ts'
import { dailyMetrics } from './tables.ts'

/** Later than any real day. */
const END = '9999-12-31'

/**
 * Loads the metrics of a period. Settled days are read from the table, after counting and storing any that are missing.
 */
export async function loadMetrics(app: App, period: Period): Promise<ReplyOf<typeof endpoint>> {
  const before = periodBefore(period)
  await rollUpDays(app, { from: before.from, to: period.to })
  const [firstDay, counts, countsBefore, watchedMost, answeredMost] = await Promise.all([
    loadFirstDay(app),
    loadCounts(app, period),
    loadCounts(app, before),
    loadPopular(app, period, { metric: 'watched' }),
    loadPopular(app, period, { metric: 'quizzes', onlyWithQuestions: true }),
  ])
  const days = toDayMetrics(period, counts)
  return {
    days,
    totals: sumMetrics(days),
    // There is nothing to compare with if the first account is newer than the start of the previous period.
    before: firstDay === undefined || firstDay > before.from ? null : sumMetrics(toDayMetrics(before, countsBefore)),
    popularVideos: watchedMost.map(({ count, ...video }) => ({ ...video, watched: count })),
    popularQuizzes: await withQuestionCounts(app, answeredMost),
  }
}

/** Returns the days of a period that are not settled and therefore not in the table. */
function unsettledDays(app: App, period: Period): Period | undefined {
  return intersectPeriods(period, { from: addDays(lastSettledDay(app.clock.now()), 1), to: END })
}

async function loadCounts(app: App, period: Period): Promise<Count[]> {
  const { day, metric, ageCategory: category, value } = dailyMetrics
  const unsettled = unsettledDays(app, period)
  const [stored, counted] = await Promise.all([
    app.db
      .select({ day, metric, category, value })
      .from(dailyMetrics)
      .where(and(between(day, period.from, period.to), inArray(metric, metricNames))),
    unsettled ? countMetrics(app, unsettled) : [],
  ])
  return [...stored, ...counted]
}

type Popular = { _id: string; title: string; posterUrl: string | null; count: number }

/**
 * Returns the videos with the highest counts of a period. Videos with equal counts are in the order that students see.
 */
async function loadPopular(
  app: App,
  period: Period,
  { metric, onlyWithQuestions = false }: { metric: 'watched' | 'quizzes'; onlyWithQuestions?: boolean },
): Promise<Popular[]> {
  const unsettled = unsettledDays(app, period)
  const today: SQL = unsettled
    ? sql`union all select video_id, value from video_counted where metric = ${metric}`
    : sql``
  const { rows } = await app.db.execute<{ id: string; title: string; poster: string | null; count: number }>(sql`
    with ${unsettled ? sql`${countingSql({ app, period: unsettled })},` : sql``} parts as (
      select video_id, value from daily_video_figures
      where day between ${period.from}::date and ${period.to}::date and figure = ${metric} ${today}
    ), sums as (select video_id, sum(value)::integer as value from parts group by video_id)
    select id, title, poster, coalesce(value, 0) as count
    from videos left join sums on video_id = id
    where deleted_at is null and state <> 'failed'
      ${onlyWithQuestions ? sql`and exists (select from questions where questions.video_id = videos.id)` : sql``}
    order by count desc, position, id
    limit ${POPULAR}`)
  return rows.map(({ id: _id, title, poster, count }) => ({ _id, title, count, posterUrl: signPoster(app, poster) }))
}

function signPoster(app: App, file: string | null): string | null {
  return file && createSignedPath({ key: app.keys.links, file, now: app.clock.now(), sessionId: undefined })
}

async function withQuestionCounts(
  app: App,
  quizzes: readonly Popular[],
): Promise<ReplyOf<typeof endpoint>['popularQuizzes']> {
  const counts = await countQuestions(
    app.db,
    quizzes.map(({ _id }) => _id),
  )
  return quizzes.map(({ count: attempts, ...quiz }) => {
    const { asked } = counts(quiz._id)
    return { ...quiz, attempts, questions: asked['5-10'] + asked['11-20'] }
  })
}
