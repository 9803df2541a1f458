// The most popular videos and quizzes of the last days, for the admin dashboard.
import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { POPULAR, type popular as endpoint, type PopularQuiz } from '@baobab/contract/metrics/endpoints.ts'
import { lastDays, type Period } from '@baobab/contract/kernel/days.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import { createSignedPath } from '../platform/security/signed-links.ts'
import { countQuestions } from '../quiz/count-questions.ts'
import { isListed } from '../videos/queries.ts'
import { countingSql } from './count-metrics.ts'
import { rollUpDays } from './roll-up-days.ts'
import { unsettledDays } from './rules.ts'

const DAYS = 30

/** Loads the most watched videos and the most taken quizzes. Settled days have stored counts; only the others are counted now. */
export async function loadPopular(app: App): Promise<ReplyOf<typeof endpoint>> {
  const period = lastDays(DAYS, lagosDate(app.clock.now()))
  await rollUpDays(app, period)
  const [watched, taken] = await Promise.all([
    loadMost(app, period, { metric: 'watched' }),
    loadMost(app, period, { metric: 'quizzes', onlyWithQuestions: true }),
  ])
  return {
    videos: watched.map(({ count, ...video }) => ({ ...video, watched: count })),
    quizzes: await withQuestionCounts(app, taken),
  }
}

type Popular = { _id: string; title: string; posterUrl: string | null; count: number }

/** Returns the videos with the highest counts in a period. Videos with equal counts are in the order students see. */
async function loadMost(
  app: App,
  period: Period,
  { metric, onlyWithQuestions = false }: { metric: 'watched' | 'quizzes'; onlyWithQuestions?: boolean },
): Promise<Popular[]> {
  const unsettled = unsettledDays(period, app.clock.now())
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
    where ${isListed(app.clock.now())}
      ${onlyWithQuestions ? sql`and exists (select from questions where questions.video_id = videos.id)` : sql``}
    order by count desc, position, id
    limit ${POPULAR}`)
  return rows.map(({ id: _id, title, poster, count }) => ({ _id, title, count, posterUrl: signPoster(app, poster) }))
}

function signPoster(app: App, file: string | null): string | null {
  return file && createSignedPath({ key: app.keys.links, file, now: app.clock.now(), sessionId: undefined })
}

async function withQuestionCounts(app: App, quizzes: readonly Popular[]): Promise<PopularQuiz[]> {
  const counts = await countQuestions(
    app.db,
    quizzes.map(({ _id }) => _id),
  )
  return quizzes.map(({ count: attempts, ...quiz }) => {
    const { asked } = counts(quiz._id)
    return { ...quiz, attempts, questions: asked['5-10'] + asked['11-20'] }
  })
}
