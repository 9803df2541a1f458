// What Citus refuses of the work of admins and of jobs, by a part of each statement's text. The lists may only become shorter.

export const refusedByCitus: Record<string, readonly string[]> = {
  'merges two accounts, which changes the student of rows': [
    'update "attempts" set "student_id" = $1',
    'insert into "notice_reads" (notice_id, student_id, read_at) select',
    'insert into "notice_mails" (notice_id, student_id, at, failed_at, failure, can_retry) select',
    'insert into "notice_recipients" (notice_id, student_id) select',
    'insert into "bookmarks" as old',
    'insert into "watches" as old',
    'insert into "plays" as old',
    'insert into "practice_answers" as old',
    'update "streak_pauses" set "student_id" = $1',
    'update "league_members" as member set student_id = $1',
    'update "points_adjustments" set "student_id" = $1',
    'update "staff_notes" set "student_id" = $1',
    'insert into "fair_play_flags" (student_id, kind, attempt_id, other_student_id',
  ],
  'locks students or attempts that it finds by something else': [
    'select "students"."erased_at" from "attempts" inner join "students"',
    'select "question_reports"."id", "students"."id", "question_reports"."seen"',
    'select "students"."id" from "students" inner join "list_claims"',
  ],
  'joins students with payments, notifications or devices on the coordinator': [
    'exists (select from "payments" as paid where paid.student_id = students.id',
    'exists (select from "payments" as paid where paid.student_id = s.id',
    'select "notices"."id", "notices"."number"',
    'select distinct on ("push_subscriptions"."id")',
    'select "fair_play_appeals"."id", "fair_play_appeals"."decision_seq"',
  ],
  'compares many students': [
    'with recursive cluster (id) as',
    'with changed as materialized ( select "entryId" as id',
    'with chosen as materialized ( select student_id, row_number()',
    'with later as materialized ( select standing_id, sum(delta)',
  ],
  'reads the questions of many attempts': [
    'select "attempts"."id", "attempts"."paper", "attempts"."snapshot_id", "attempts"."asked", "answers"."answer"',
    'with latest as ( select id, started_at, locked_at, paper',
  ],
}

/** Locks of two students' rows, which Citus refuses unless both are in the same shard by chance. Part of merging accounts. */
export const refusedUnlessTogether: readonly string[] = [
  'select "id" from "attempts" where "attempts"."student_id" in ($1, $2)',
  'from "standings" where "standings"."student_id" in ($1, $2)',
  'from "students" where "students"."id" in ($1, $2)',
]
