// Counts the answers in a quiz's newest finished attempts. Finds the attempts by an index and their answers by the primary key,
// so the cost does not grow with the number of attempts and answering a quiz does not get slower. The numbers show how the
// questions are being answered now.
import { STATISTICS_ATTEMPTS } from '@baobab/contract/quiz/rules.ts'
import type { App } from '../../../platform/app.ts'
import { countsSql } from '../../counts-sql.ts'
import type { QuizKey } from '../../question-pool.ts'
import type { Counted, Tally } from './rules.ts'

const LATEST = `
with latest as (
  select id, started_at, locked_at, paper, snapshot_id, asked from attempts
  where video_id = $1 and age_category = $2 and reset_at is null and locked_at is not null
  order by locked_at desc
  limit $3
)`

/**
 * A question's row with a null answer contains its totals. Times run from the previous answer or the start of the attempt. The
 * lateral join reads each attempt's answers by index; a plain join might scan the whole table. After a regrade, the
 * question in the attempt's snapshot decides.
 */
const COUNT_ANSWERS = `${LATEST}
select question_id as "questionId", answer, correct, count(*)::integer as count,
  percentile_cont(0.5) within group (order by seconds) as "medianSeconds", avg(seconds) as "meanSeconds"
from latest cross join lateral (
  select question_id, answer, coalesce(regraded.is_correct, correct) as correct,
    extract(epoch from answered_at - lag(answered_at, 1, started_at) over (
      order by answered_at, question_id))::float8 as seconds
  from answers left join lateral (
    select ${countsSql('answers.answer')} as is_correct
    from asked_questions(paper, snapshot_id, asked) as question
    where question ? 'corrected' and question ->> 'id' = question_id::text
  ) as regraded on true
  where attempt_id = latest.id
) as given
group by grouping sets ((question_id), (question_id, answer, correct))`

const COUNT_ASKED = `${LATEST}
select (question ->> 'id')::uuid as "questionId", count(*)::integer as asked
from latest, asked_questions(paper, snapshot_id, latest.asked) as question
group by 1`

const SPAN = `${LATEST} select count(*)::integer as attempts, min(locked_at) as since, max(locked_at) as until from latest`

type AnswerCount = {
  questionId: string
  answer: string | null
  correct: boolean | null
  count: number
  medianSeconds: number
  meanSeconds: number
}
type Span = { attempts: number; since: Date | null; until: Date | null }

/** Counts the answers by question id, and returns which attempts were counted. */
export async function countAnswers(
  app: App,
  { videoId, ageCategory }: QuizKey,
): Promise<Span & { byQuestion: Map<string, Counted> }> {
  const values = [videoId, ageCategory, STATISTICS_ATTEMPTS]
  const [span, asked, given] = await Promise.all([
    app.pool.query<Span>(SPAN, values),
    app.pool.query<{ questionId: string; asked: number }>(COUNT_ASKED, values),
    app.pool.query<AnswerCount>(COUNT_ANSWERS, values),
  ])
  const rows = Map.groupBy(given.rows, ({ questionId }) => questionId)
  const byQuestion = new Map(
    asked.rows.map(({ questionId, asked }) => [questionId, { asked, ...toCounts(rows.get(questionId) ?? []) }]),
  )
  const { attempts = 0, since = null, until = null } = span.rows[0] ?? {}
  return { attempts, since, until, byQuestion }
}

function toCounts(rows: readonly AnswerCount[]): Omit<Counted, 'asked'> {
  const totals = rows.find(({ answer }) => answer === null)
  const tallies = rows.flatMap(({ answer, correct, count }): Tally[] =>
    answer === null || correct === null ? [] : [{ answer, correct, count }],
  )
  return { tallies, medianSeconds: totals?.medianSeconds ?? null, meanSeconds: totals?.meanSeconds ?? null }
}
