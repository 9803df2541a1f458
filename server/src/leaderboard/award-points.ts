// The SQL that awards points. It is part of the statement that stores an answer, so that storing the answer and awarding its
// points take one round trip and one commit. It is never run on its own.

/**
 * The birthday on which the student leaves the category of an answer. Computed from the student's row, because the caller may have
 * read a date of birth that has since been corrected. For a student born on 29 February, it is 1 March.
 */
const leavesOn = `(students.birth + (to_char(students.birth, 'MMDD') = '0229')::integer
      + case award.age_category when '5-10' then interval '11 years' else interval '21 years' end)::date`

/** How long a category lasts. An answer in an attempt from another category does not list an entry. */
const categoryLasts = `case award.age_category when '5-10' then interval '6 years' else interval '10 years' end`

/**
 * Returns the last queries of a `with` clause. They expect an earlier query `award (age_category, points, at, attempt_id,
 * question_id, new_entry_id)` that returns one row if an answer was just stored, and none otherwise.
 *
 * The first answer in a category creates the student's entry, with 0 points if it was wrong, and a ledger row with the
 * reason 'first-answer'; later answers add a row only if they earn points. Therefore the counts can be computed from
 * the ledger. `reached_at` is the time of the last correct answer, or of the first answer while the score is 0.
 * An entry created by a student who is not in the category, or is disqualified, has points but is not listed.
 * The student's row is locked, so that a statement started before the student was disqualified or erased cannot list
 * the student or store the birthday again.
 * @param student the parameter with the student's id. Each query names it, so that Citus can run all of them on one node
 */
export const awardPoints = (student: string): string => `
  entry as (
    insert into standings as old (id, student_id, age_category, score, reached_at, leaves_on, stands)
    select new_entry_id, ${student}::uuid, age_category, points, at,
      case when students.erased_at is null then ${leavesOn} else students.birth end,
      students.disqualified_at is null and students.erased_at is null
      and (at at time zone 'Africa/Lagos')::date < ${leavesOn}
      and (at at time zone 'Africa/Lagos')::date + ${categoryLasts} >= ${leavesOn}
    from award
    join students on students.id = ${student}::uuid
    for share of students
    on conflict (student_id, age_category) do update set
      score = old.score + excluded.score,
      reached_at = case old.score when 0 then excluded.reached_at
        else greatest(old.reached_at, excluded.reached_at) end
    where excluded.score > 0
    returning id, score, stands
  ), ledger as (
    insert into standing_changes
      (standing_id, student_id, age_category, delta, score_after, stood, stands, reason, attempt_id, question_id, at)
    select entry.id, ${student}::uuid, award.age_category, award.points, entry.score,
      entry.stands and entry.id <> award.new_entry_id, entry.stands,
      case entry.id when award.new_entry_id then 'first-answer' else 'answer' end,
      award.attempt_id, award.question_id, award.at
    from entry, award
  )`
