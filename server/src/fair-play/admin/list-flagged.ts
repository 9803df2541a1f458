// Lists the top students with open flags, the students on hold, and those decided last.
import type { FlaggedState, FlaggedStudent } from '@baobab/contract/fair-play/admin.ts'
import type { FlagKind } from '@baobab/contract/fair-play/endpoints.ts'
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'

/** How many decided cases are listed, newest first. */
const DECIDED = 200

/** Students on the leaderboard, in its order, with a flag newer than the last decision. */
const selectOpen = (ageCategory: AgeCategory): SQL => sql`
  select board.student_id from (
    select student_id, score, reached_at, id from standings where stands and age_category = ${ageCategory}
    order by score desc, reached_at, id limit ${LEADERBOARD_SIZE}
  ) as board join students on students.id = board.student_id
  where students.held_at is null and (select max(seq) from fair_play_flags where student_id = board.student_id)
    > coalesce((select max(flags_up_to) from fair_play_decisions where student_id = board.student_id), 0)
  order by board.score desc, board.reached_at, board.id`

/** Held students anywhere on the leaderboard, longest hold first. */
const selectHeld = (ageCategory: AgeCategory): SQL => sql`
  select students.id as student_id from students
  join standings on standings.student_id = students.id and standings.age_category = ${ageCategory}
  where students.held_at is not null and students.erased_at is null
  order by students.held_at, students.id limit ${LEADERBOARD_SIZE}`

const selectDecided = (ageCategory: AgeCategory): SQL => sql`
  select last.student_id from (
    select distinct on (student_id) student_id, seq from fair_play_decisions order by student_id, seq desc
  ) as last join students on students.id = last.student_id
  join standings on standings.student_id = students.id and standings.age_category = ${ageCategory}
  where students.held_at is null and students.erased_at is null
  order by last.seq desc limit ${DECIDED}`

/** Students about whom another admin has to agree, longest wait first. */
const selectProposed = (ageCategory: AgeCategory): SQL => sql`
  select entrant_proposals.student_id from entrant_proposals
  join standings on standings.student_id = entrant_proposals.student_id and standings.age_category = ${ageCategory}
  order by entrant_proposals.at, entrant_proposals.id limit ${LEADERBOARD_SIZE}`

const selects = { open: selectOpen, held: selectHeld, proposed: selectProposed, decided: selectDecided }

type Row = {
  id: string
  username: string
  score: number
  stands: boolean
  kinds: FlagKind[] | null
  last_flag_at: string | null
  is_held: boolean
  is_disqualified: boolean
  decision: { kind: 'held' | 'cleared' | 'disqualified'; reason: string | null; at: string; by: string } | null
  appeal_due_at: string | null
}

/** Lists students for the admin page. */
export async function listFlagged(
  app: App,
  { ageCategory, show }: { ageCategory: AgeCategory; show: FlaggedState },
): Promise<FlaggedStudent[]> {
  const { rows } = await app.db.execute<Row>(sql`
    with chosen as materialized (
      select student_id, row_number() over () as number from (${selects[show](ageCategory)}) as found
    )
    select students.id, students.username, standings.score, standings.stands, flags.kinds, flags.last_flag_at,
      students.held_at is not null as is_held, students.disqualified_at is not null as is_disqualified,
      decision.json as decision, appeal.due_at as appeal_due_at
    from chosen
    join students on students.id = chosen.student_id
    join standings on standings.student_id = students.id and standings.age_category = ${ageCategory}
    cross join lateral (
      select array_agg(distinct kind order by kind) as kinds, max(at) as last_flag_at
      from fair_play_flags where student_id = students.id
    ) as flags
    left join lateral (
      select seq, jsonb_build_object('kind', kind, 'reason', reason, 'at', at, 'by', admins.username) as json
      from fair_play_decisions join admins on admins.id = admin_id
      where student_id = students.id order by seq desc limit 1
    ) as decision on true
    left join fair_play_appeals as appeal on appeal.decision_seq = decision.seq and appeal.answered_at is null
    order by chosen.number`)
  return rows.map((row) => toFlaggedStudent(app, ageCategory, row))
}

const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString())

function toFlaggedStudent(app: App, ageCategory: AgeCategory, row: Row): FlaggedStudent {
  const { decision } = row
  return {
    _id: row.id,
    username: row.username,
    rank: row.stands ? app.ranking.rankOf(ageCategory, row.score) : null,
    score: row.score,
    kinds: row.kinds ?? [],
    lastFlagAt: iso(row.last_flag_at),
    isHeld: row.is_held,
    isDisqualified: row.is_disqualified,
    lastDecision: decision && {
      ...decision,
      reason: decision.reason as NonNullable<FlaggedStudent['lastDecision']>['reason'],
      at: new Date(decision.at).toISOString(),
    },
    appealDueAt: iso(row.appeal_due_at),
  }
}
