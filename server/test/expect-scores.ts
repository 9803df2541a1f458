// Recomputes every score from the answers, the keys and the adjustments.
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/** The condition that an answer `a` counts according to the snapshot of its attempt `t`, which a regrade may have changed. */
const COUNTS = `exists (select from asked_questions(t.paper, t.snapshot_id, t.asked) as question
  where question ->> 'id' = a.question_id::text and (question ->> 'voided' = 'all'
    or (not question ? 'voided' and a.answer in (question ->> 'correctAnswer', question ->> 'alsoCorrect'))))`

const ENTRIES = `
  select s.score, s.stands, s.reached_at, counted.score + adjusted.score as by_answers, ledger.score as by_ledger, ledger.beginnings,
    last.score_after, last.stands as stands_after, ledger.broken,
    coalesce(greatest(counted.last_right, adjusted.last_given), least(counted.first, adjusted.first)) as reached_by_answers
  from standings s
  cross join lateral (
    select (10 * count(*) filter (where ${COUNTS} and t.reset_at is null))::int as score, min(a.answered_at) as first,
      max(a.answered_at) filter (where ${COUNTS} and t.reset_at is null) as last_right
    from attempts t join answers a on a.attempt_id = t.id
    where t.student_id = s.student_id and t.age_category = s.age_category
  ) counted
  cross join lateral (
    select coalesce(sum(j.amount), 0)::int as score, min(j.decided_at) as first,
      max(j.decided_at) filter (where j.amount > 0 and j.undo_of is null and not exists (
        select from points_adjustments undo where undo.undo_of = j.id and undo.decision = 'applied')) as last_given
    from points_adjustments j
    where j.student_id = s.student_id and j.age_category = s.age_category and j.decision = 'applied'
  ) adjusted
  cross join lateral (
    select coalesce(sum(delta), 0)::int as score, count(*) filter (where reason = 'first-answer')::int as beginnings,
      count(*) filter (where (score_after - delta, stood) is distinct from (score_before, stood_before))::int as broken
    from (
      select *, lag(score_after, 1, 0) over lines as score_before, lag(stands, 1, false) over lines as stood_before
      from standing_changes where standing_id = s.id window lines as (order by seq)
    ) lines
  ) ledger
  cross join lateral (
    select score_after, stands from standing_changes where standing_id = s.id order by seq desc limit 1
  ) last`

const ATTEMPTS = `
  select t.answered_count, t.correct_count, count(a.*)::int as answers, count(a.*) filter (where ${COUNTS})::int as right
  from attempts t left join answers a on a.attempt_id = t.id group by t.id`

const ANSWERS_WITHOUT_ENTRY = `
  select 1 from attempts t join answers a on a.attempt_id = t.id
  left join standings s on s.student_id = t.student_id and s.age_category = t.age_category
  where s.id is null`

const ROWS_OF_OTHERS = `
  select 'answers' as row from answers a join attempts t on t.id = a.attempt_id where a.student_id <> t.student_id
  union all select 'origins' from attempt_origins a join attempts t on t.id = a.attempt_id where a.student_id <> t.student_id
  union all select 'reviews' from attempt_reviews a join attempts t on t.id = a.attempt_id where a.student_id <> t.student_id
  union all select 'lines' from standing_changes c join standings s on s.id = c.standing_id where c.student_id <> s.student_id`

/**
 * Expects every score to be ten points per correct answer plus adjustments, according to the answers, the ledger and the
 * attempts' counts.
 */
export async function expectScoresToAddUp(t: TestApp): Promise<void> {
  const { rows: entries } = await t.app.pool.query(ENTRIES)
  for (const row of entries) {
    expect(row).toMatchObject({ by_answers: row.score, by_ledger: row.score, score_after: row.score, beginnings: 1 })
    // Each ledger row starts where the previous one ended, and the last one ends at the entry's current state.
    expect(row).toMatchObject({ broken: 0, stands_after: row.stands })
    // Entries that a test inserted by hand have no answers.
    if (row.reached_by_answers) expect(row.reached_at).toEqual(row.reached_by_answers)
  }
  const { rows: attempts } = await t.app.pool.query(ATTEMPTS)
  for (const row of attempts) expect(row).toMatchObject({ answered_count: row.answers, correct_count: row.right })
  expect((await t.app.pool.query(ANSWERS_WITHOUT_ENTRY)).rows).toEqual([])
  expect((await t.app.pool.query(ROWS_OF_OTHERS)).rows).toEqual([])
}
