// The only writer of standings and of their ledger. A part of the statement that takes an answer, so that answer and
// points are one round trip and one commit; it is never run alone.

/**
 * The tail of a `with`: expects an earlier part `award (student_id, age_category, leaves_on, points, at, attempt_id,
 * question_id, new_standing_id)` of one row for each answer that was just taken, and none where nothing was.
 *
 * The first answer of a category makes the standing, at 0 where it was wrong, and its line in the ledger says
 * 'first-answer'; a later one moves it only by points. So a follower that reads nothing but the ledger knows who stands
 * where. `reached_at` is the last right answer; the first answer of all while the score is 0 (decisions 5). A standing
 * made after the birthday that leaves its category, or by a disqualified student, keeps its points but has no place.
 * The student's row is locked, so that an account that is erased or disqualified meanwhile gets no place by a statement
 * that began before, and so that nothing of an erased one's birthday is written again.
 */
export const AWARD_POINTS = `
  standing as (
    insert into standings as old (id, student_id, age_category, score, reached_at, leaves_on, stands)
    select new_standing_id, student_id, age_category, points, at,
      case when students.erased_at is null then leaves_on else students.birth end,
      students.disqualified_at is null and students.erased_at is null
      and (at at time zone 'Africa/Lagos')::date < leaves_on
    from award
    join students on students.id = award.student_id
    for share of students
    on conflict (student_id, age_category) do update set
      score = old.score + excluded.score,
      reached_at = case old.score when 0 then excluded.reached_at
        else greatest(old.reached_at, excluded.reached_at) end
    where excluded.score > 0
    returning id, score, stands
  ), ledger as (
    insert into standing_changes
      (standing_id, age_category, delta, score_after, stood, stands, reason, attempt_id, question_id, at)
    select standing.id, award.age_category, award.points, standing.score,
      standing.stands and standing.id <> award.new_standing_id, standing.stands,
      case standing.id when award.new_standing_id then 'first-answer' else 'answer' end,
      award.attempt_id, award.question_id, award.at
    from standing, award
  )`
