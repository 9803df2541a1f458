// Checks that leaderboard points follow from the answers and, independently, from the points ledger.
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { sqlCheck } from '../platform/data-check.ts'
import { countsSql } from './counts-sql.ts'

/** The condition that an answer `a` counts according to the snapshot of its attempt `t`, which a regrade may have changed. */
const COUNTS = `exists (select from asked_questions(t.paper, t.snapshot_id, t.asked) as question
  where question ->> 'id' = a.question_id::text and ${countsSql('a.answer')})`

export const scoreCheck = sqlCheck(
  'score',
  'A score is ten points per correct answer in attempts that count, plus adjustments, and everyone who has answered has one.',
  `select 'standings ' || s.id as row,
     'the score is ' || s.score || ', and the answers give ' || given.score || case adjusted.score when 0 then '' else ' and adjustments ' || adjusted.score end as reason
   from standings s
   cross join lateral (
     select ($1::integer * count(*))::integer as score from attempts t join answers a on a.attempt_id = t.id
     where t.student_id = s.student_id and t.age_category = s.age_category and t.reset_at is null and ${COUNTS}
   ) given
   cross join lateral (
     select coalesce(sum(j.amount), 0)::integer as score from points_adjustments j
     where j.student_id = s.student_id and j.age_category = s.age_category and j.decision = 'applied'
   ) adjusted
   where given.score + adjusted.score <> s.score
   union all
   select 'attempts ' || t.id, 'it has answers, and its student has no score in ' || t.age_category from attempts t
   where exists (select from answers a where a.attempt_id = t.id)
     and not exists (select from standings s where s.student_id = t.student_id and s.age_category = t.age_category)`,
  [POINTS_PER_ANSWER],
)

/** Each row starts where the previous one ended, and the last one ends at the entry's current score. */
export const ledgerCheck = sqlCheck(
  'ledger',
  'The rows of the points ledger lead without a gap from zero to the current score of each entry.',
  `select 'standings ' || s.id as row, reason
   from standings s
   cross join lateral (
     select coalesce(sum(delta), 0) as score, count(*) filter (where reason = 'first-answer') as beginnings,
       min(seq) filter (where (score_after - delta, stood) is distinct from (score_before, stood_before)) as gap,
       min(seq) filter (where age_category <> s.age_category) as strange,
       (array_agg(row(score_after, stands)::text order by seq desc))[1] as last
     from (
       select *, lag(score_after, 1, 0) over lines as score_before, lag(stands, 1, false) over lines as stood_before
       from standing_changes where standing_id = s.id window lines as (order by seq)
     ) lines
   ) ledger
   cross join lateral (values
     (case when ledger.score <> s.score
       then 'the score is ' || s.score || ', and the lines add up to ' || ledger.score end),
     (case when ledger.beginnings <> 1 then ledger.beginnings || ' lines begin it' end),
     (case when ledger.gap is not null then 'line ' || ledger.gap || ' does not begin where the one before ended' end),
     (case when ledger.strange is not null then 'line ' || ledger.strange || ' is of another category' end),
     (case when ledger.last is distinct from row(s.score, s.stands)::text
       then 'the last line ends at ' || coalesce(ledger.last, 'nothing') || ', and the entry is at ' || row(s.score, s.stands)::text end)
   ) as found (reason)
   where reason is not null
   union all
   select 'standing_changes ' || line.seq, 'its entry ' || line.standing_id || ' does not exist'
   from standing_changes line where not exists (select from standings s where s.id = line.standing_id)
   union all
   select 'standing_changes ' || line.seq, 'its entry belongs to another student'
   from standing_changes line join standings s on s.id = line.standing_id where line.student_id <> s.student_id`,
)

/** Every server counts the same rows, so a difference here is an error in its memory. */
export const histogramCheck = sqlCheck(
  'histogram',
  'The ledger and the leaderboard list the same number of students with each score.',
  `with moved as (
     select age_category, score_after - delta as score, -1 as students from standing_changes where stood
     union all select age_category, score_after, 1 from standing_changes where stands
   ), counted as (
     select age_category, score, sum(students) as students from moved group by 1, 2
   ), listed as (
     select age_category, score, count(*) as students from standings where stands group by 1, 2
   )
   select 'standings of ' || age_category || ' with ' || score || ' points' as row,
     coalesce(listed.students, 0) || ' are listed, and the ledger counts ' || coalesce(counted.students, 0) as reason
   from listed full join counted using (age_category, score)
   where coalesce(listed.students, 0) <> coalesce(counted.students, 0) order by age_category, score`,
)

export const answersCheck = sqlCheck(
  'answers',
  'The numbers of answers, correct answers and void questions of each attempt are right, and all belong to its own questions.',
  `select 'attempts ' || t.id as row, reason
   from attempts t
   cross join lateral (
     select coalesce(array_agg(question ->> 'id'), '{}') as ids,
       count(*) filter (where question ->> 'voided' = 'none') as voids from asked_questions(t.paper, t.snapshot_id, t.asked) as question
   ) questions
   cross join lateral (
     select count(*) as answers, count(*) filter (where ${COUNTS}) as correct,
       count(*) filter (where a.student_id <> t.student_id) as foreign_answers,
       count(*) filter (where a.question_id::text <> all (questions.ids)) as strange
     from answers a where a.attempt_id = t.id
   ) given
   cross join lateral (values
     (case when given.answers <> t.answered_count
       then 'it counts ' || t.answered_count || ' answers, and has ' || given.answers end),
     (case when given.correct <> t.correct_count
       then 'it counts ' || t.correct_count || ' correct answers, and has ' || given.correct end),
     (case when given.foreign_answers > 0 then given.foreign_answers || ' of its answers are of another student' end),
     (case when given.strange > 0 then given.strange || ' of its answers are to other questions' end),
     (case when t.void_count <> questions.voids
       then 'it counts ' || t.void_count || ' questions that count for nobody, and has ' || questions.voids end),
     (case when t.question_count <> cardinality(questions.ids)
       then 'it counts ' || t.question_count || ' questions, and has ' || cardinality(questions.ids) end)
   ) as found (reason)
   where reason is not null`,
)

export const adjustmentCheck = sqlCheck(
  'adjustments',
  'Every adjustment of points has exactly one ledger row, and no other row adjusts points.',
  `with lines as (
     select seq, adjustment_id, delta, age_category from standing_changes where reason = 'adjustment'
   ), made as (
     select id, coalesce(undo_of, id) as adjustment_id, amount, age_category from points_adjustments where decision = 'applied'
   )
   select 'points_adjustments ' || made.id as row,
     'it has ' || count(lines.seq) || ' lines of ' || made.amount || ' points in the ledger' as reason
   from made left join lines on lines.adjustment_id = made.adjustment_id and lines.delta = made.amount
     and lines.age_category = made.age_category
   group by made.id, made.amount having count(lines.seq) <> 1
   union all
   select 'standing_changes ' || lines.seq, 'nobody has made its adjustment'
   from lines where not exists (
     select from made where made.adjustment_id = lines.adjustment_id and made.amount = lines.delta
       and made.age_category = lines.age_category)`,
)
