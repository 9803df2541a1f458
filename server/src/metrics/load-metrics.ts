// What the first page of the console shows of a period.
import { dayAfter } from '@baobab/contract/lagos-days.ts'
import { POPULAR } from '@baobab/contract/limits.ts'
import type { ReplyOf } from '@baobab/contract/endpoint.ts'
import { metricNames, type metrics as endpoint, type Period } from '@baobab/contract/metrics.ts'
import { and, between, inArray, sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { createSignedPath } from '../platform/security/signed-links.ts'
import { questionCounts } from '../videos/queries.ts'
import { dailyMetrics } from '../exports/tables.ts'
import { countDays, counting } from './count-days.ts'
import { firstDay, rollUpDays } from './roll-up-days.ts'
import { figuresOf, lastSettledDay, periodBefore, shared, totalsOf, type Count } from './rules.ts'

/** Days after every day there is. */
const END = '9999-12-31'

/** The figures of a period. Days that are over come from the table, what is missing there is added up first. */
export async function metrics(app: App, period: Period): Promise<ReplyOf<typeof endpoint>> {
  const before = periodBefore(period)
  await rollUpDays(app, { from: before.from, to: period.to })
  const [first, counts, earlier, popularVideos, games] = await Promise.all([
    firstDay(app),
    countsOf(app, period),
    countsOf(app, before),
    popular(app, period, { figure: 'watched' }),
    popular(app, period, { figure: 'quizzes', asked: true }),
  ])
  const days = figuresOf(period, counts)
  return {
    days,
    totals: totalsOf(days),
    // A beginning compares with nothing.
    before: first === undefined || first > before.from ? null : totalsOf(figuresOf(before, earlier)),
    popularVideos: popularVideos.map(({ count, ...video }) => ({ ...video, watched: count })),
    popularQuizzes: await withQuestions(app, games),
  }
}

/** The days of a period that are not settled: those of which the table knows nothing yet. */
function unsettled(app: App, period: Period): Period | undefined {
  return shared(period, { from: dayAfter(lastSettledDay(app.clock.now()), 1), to: END })
}

async function countsOf(app: App, period: Period): Promise<Count[]> {
  const { day, figure, ageCategory: category, value } = dailyMetrics
  const live = unsettled(app, period)
  const [kept, counted] = await Promise.all([
    app.db
      .select({ day, figure, category, value })
      .from(dailyMetrics)
      .where(and(between(day, period.from, period.to), inArray(figure, metricNames))),
    live ? countDays(app, live) : [],
  ])
  return [...kept.flatMap(shownHere), ...counted]
}

type Kept = Omit<Count, 'figure'> & { figure: string }

/** A row as a count; none where it is of a figure that this page does not show. */
function shownHere(row: Kept): Count[] {
  const figure = metricNames.find((name) => name === row.figure)
  return figure ? [{ ...row, figure }] : []
}

type Found = { _id: string; title: string; posterUrl: string | null; count: number }

/** The videos of which there was most in a period; where there was nothing, the first ones of the operator's order. */
async function popular(
  app: App,
  period: Period,
  { figure, asked = false }: { figure: 'watched' | 'quizzes'; asked?: boolean },
): Promise<Found[]> {
  const live = unsettled(app, period)
  const fresh: SQL = live ? sql`union all select video_id, value from video_counted where figure = ${figure}` : sql``
  const { rows } = await app.db.execute<{ id: string; title: string; poster: string | null; count: number }>(sql`
    with ${live ? sql`${counting({ app, period: live })},` : sql``} parts as (
      select video_id, value from daily_video_figures
      where day between ${period.from}::date and ${period.to}::date and figure = ${figure} ${fresh}
    ), sums as (select video_id, sum(value)::integer as value from parts group by video_id)
    select id, title, poster, coalesce(value, 0) as count
    from videos left join sums on video_id = id
    where deleted_at is null and state <> 'failed'
      ${asked ? sql`and exists (select from questions where questions.video_id = videos.id)` : sql``}
    order by count desc, position, id
    limit ${POPULAR}`)
  return rows.map(({ id: _id, title, poster, count }) => ({ _id, title, count, posterUrl: posterLink(app, poster) }))
}

function posterLink(app: App, file: string | null): string | null {
  return file && createSignedPath({ key: app.keys.links, file, now: app.clock.now(), sessionId: undefined })
}

async function withQuestions(app: App, games: readonly Found[]): Promise<ReplyOf<typeof endpoint>['popularQuizzes']> {
  const counts = await questionCounts(
    app.db,
    games.map(({ _id }) => _id),
  )
  return games.map(({ count: attempts, ...game }) => {
    const asked = counts(game._id)
    return { ...game, attempts, questions: asked['5-10'] + asked['11-20'] }
  })
}
