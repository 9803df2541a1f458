// Checks that a student has at most one attempt at a quiz that counts, and that every answer was given in time.
import { GRACE_MS } from '@baobab/contract/quiz/rules.ts'
import { sqlCheck } from '../platform/data-check.ts'

export const onceCheck = sqlCheck(
  'once',
  'A student has at most one attempt at a quiz that counts.',
  `select 'attempts ' || string_agg(id::text, ', ' order by started_at, id) as row,
     'student ' || student_id || ' has ' || count(*) || ' attempts at one quiz' as reason
   from attempts where reset_at is null
   group by student_id, video_id, age_category having count(*) > 1`,
)

export const timeCheck = sqlCheck(
  'time',
  'Every answer was given between the start of its attempt and two seconds after the deadline.',
  `select 'answers ' || a.attempt_id || ' ' || a.question_id as row,
     case when a.answered_at < t.started_at then 'it is earlier than the start'
       else 'it is ' || round(extract(epoch from a.answered_at - t.deadline)::numeric, 1) || ' s after the deadline' end as reason
   from answers a join attempts t on t.id = a.attempt_id
   where a.answered_at < t.started_at or a.answered_at > t.deadline + $1::float8 * interval '1 millisecond'`,
  [GRACE_MS],
)
