// The SQL that computes from the points ledger when an entry reached its score.
import { sql, type SQL } from 'drizzle-orm'

/**
 * Returns the time at which an entry reached the score it had at a given instant: that of the last answer or adjustment that
 * counted then, or of the first one if none did. An answer counts if its rows add up to points and its attempt was not reset. Its
 * time is when it was given, even if a key correction gave the points later. An adjustment counts if it gave points and was not
 * undone: taking points away does not put a student behind others with the same score.
 * @param entryId an expression for the id of the entry whose rows are read
 * @param options.until an expression for the instant; later rows are ignored
 * @param options.without an expression for the id of a question that does not count
 */
export function reachedAtSql(
  entryId: SQL,
  { until = sql`'infinity'::timestamptz`, without }: { until?: SQL; without?: SQL } = {},
): SQL {
  const counts = without ? sql`question_id is distinct from ${without}` : sql`true`
  return sql`(
    select coalesce(max(answered) filter (where points > 0 and not is_reset and ${counts}), min(answered))
    from (
      select question_id, min(coalesce(answered_at, at)) as answered, sum(delta) as points, bool_or(is_reset) as is_reset
      from (
        select *, bool_or(reason = 'reset') over (partition by attempt_id) as is_reset
        from standing_changes where standing_id = ${entryId} and at <= ${until}
      ) as lines
      where question_id is not null or adjustment_id is not null
      group by attempt_id, question_id, adjustment_id
    ) as answers)`
}
