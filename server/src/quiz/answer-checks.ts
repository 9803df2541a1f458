// Checks that each answer's points match its ledger row and the question in its attempt, which changes only through approved
// corrections.
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { isSameKey, toNewKey, type RegradeChange } from './admin/regrade/rules.ts'
import { countsSql } from './counts-sql.ts'
import type { SnapshotQuestion } from './rules.ts'
import { hashQuestions } from './snapshot-rules.ts'
import { sqlCheck, type Check } from '../platform/data-check.ts'

/** What the ledger first gave for each answer, and what key corrections have changed since. */
const LINES = `select attempt_id, question_id,
    coalesce(sum(delta) filter (where reason in ('answer', 'first-answer')), 0) as given,
    coalesce(sum(delta) filter (where reason = 'regrade'), 0) as corrected
  from standing_changes where question_id is not null group by attempt_id, question_id`

export const worthCheck = sqlCheck(
  'worth',
  'The points of each answer match its ledger row and, after corrections, the key in its attempt.',
  `with lines as (${LINES})
   select 'answers ' || a.attempt_id || ' ' || a.question_id as row, reason
   from answers a join attempts t on t.id = a.attempt_id
   left join lines l on l.attempt_id = a.attempt_id and l.question_id = a.question_id
   cross join lateral (
     select question -> 'options' as options,
       case when ${countsSql('a.answer')} then $1::integer else 0 end as points
     from asked_questions(t.paper, t.snapshot_id, t.asked) as question where question ->> 'id' = a.question_id::text
   ) key
   cross join lateral (values
     (case when a.correct <> (a.points > 0) then 'it is ' || case when a.correct then 'right' else 'wrong' end || ', and has ' || a.points || ' points' end),
     (case when a.points <> coalesce(l.given, 0)
       then 'it has ' || a.points || ' points, and the ledger gives ' || coalesce(l.given, 0) end),
     (case when a.points + coalesce(l.corrected, 0) <> key.points
       then 'it has ' || a.points + coalesce(l.corrected, 0) || ' points with all corrections, and by the key of its attempt ' || key.points end),
     (case when not key.options ? a.answer then 'it is none of the options of its question' end)
   ) as found (reason)
   where reason is not null`,
  [POINTS_PER_ANSWER],
)

/** Adds to each row what its answer was worth before, and the state of its attempt: no row may follow a reset. */
const WORTH_BEFORE = `select *,
    coalesce(sum(delta) filter (where reason <> 'merged') over (partition by attempt_id, question_id order by seq), 0) as of_answer,
    coalesce(sum(delta) filter (where reason in ('answer', 'first-answer', 'regrade')) over (partition by attempt_id), 0) as of_attempt
  from standing_changes where attempt_id is not null`

export const lineCheck = sqlCheck(
  'lines',
  'Every ledger row about an answer or an attempt changes what it was worth, for a reason that exists.',
  `select 'standing_changes ' || l.seq as row, found.reason
   from (${WORTH_BEFORE}) l
   cross join lateral (values
     (case when l.question_id is not null and not exists (
         select from answers a where a.attempt_id = l.attempt_id and a.question_id = l.question_id)
       then 'it is about an answer that does not exist' end),
     (case when l.reason = 'merged' and l.delta <> l.of_answer
       then 'it moves ' || l.delta || ' points, and the answer had ' || l.of_answer end),
     (case when l.reason = 'reset' and -l.delta <> l.of_attempt
       then 'it takes ' || -l.delta || ' points back, and the attempt had ' || l.of_attempt end),
     (case when l.reason = 'reset' and not exists (select from attempts t where t.id = l.attempt_id and t.reset_at is not null)
       then 'it takes back points of an attempt that was not reset' end),
     (case when l.reason = 'regrade' and not exists (
         select from regrades r where r.id = l.regrade_id and r.question_id = l.question_id and r.decision = 'agreed')
       then 'nobody has agreed to its correction' end)
   ) as found (reason)
   where found.reason is not null`,
)

type Corrected = {
  attempt: string
  kept: SnapshotQuestion
  change: RegradeChange | null
}

/** Reads the questions that a correction changed in any attempt, each with the agreed correction. */
const CORRECTED = `select t.id as attempt, kept,
    case when r.id is not null then jsonb_build_object('questionId', r.question_id, 'oldAnswer', r.old_answer,
      'newAnswer', r.new_answer, 'keepsOld', r.keeps_old, 'voided', r.voided) end as change
  from attempts t cross join lateral asked_questions(t.paper, t.snapshot_id, t.asked) as kept
  left join regrades r on r.id::text = kept -> 'corrected' ->> 'regradeId' and r.decision = 'agreed'
    and r.question_id::text = kept ->> 'id'
  where kept ?| array['corrected', 'voided']`

/** Compares as the regrade did, ignoring capital letters and spaces. */
export const correctionCheck: Check = {
  name: 'corrections',
  holds: 'Every question that was corrected or made void in an attempt matches an approved correction.',
  async *find(reader) {
    for await (const { attempt, kept, change } of reader.stream<Corrected>(CORRECTED)) {
      const row = `attempts ${attempt}`
      if (!change) yield { row, reason: `nobody has agreed to the correction of question ${kept.id}` }
      else if ((kept.voided ?? null) !== change.voided)
        yield { row, reason: `question ${kept.id} does not match its correction` }
      else if (!change.voided && !isSameKey(kept, toNewKey(change)))
        yield { row, reason: `the key of question ${kept.id} does not match its correction` }
    }
  },
}

export const snapshotCheck: Check = {
  name: 'snapshots',
  holds:
    'Stored question snapshots have not changed since they were stored: their ids are the hashes of their questions.',
  async *find(reader) {
    const rows = reader.stream<{ id: string; questions: SnapshotQuestion[] }>(
      'select id, questions from question_snapshots',
    )
    for await (const { id, questions } of rows)
      if (hashQuestions(questions) !== id)
        yield { row: `question_snapshots ${id}`, reason: 'its id is not the hash of its questions' }
  },
}
