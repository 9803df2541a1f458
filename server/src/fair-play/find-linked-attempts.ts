// Finds attempts of other students at the same quiz that share the device or network of an attempt.
import { ATTEMPT_ORIGIN_DAYS } from '@baobab/contract/limits.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../platform/database/database.ts'
import type { AttemptRow } from '../quiz/queries.ts'
import type { attemptOrigins } from '../quiz/tables.ts'
import { AFTER_ERASURE_MS, AFTER_LOOK_MS, CROWD, isSuspect, type FinishedAttempt, type Link } from './rules.ts'

/** An attempt that is examined, with what was found about it before it is compared with others. */
export type Examined = {
  attempt: AttemptRow
  origin: typeof attemptOrigins.$inferSelect
  finished: FinishedAttempt
  isHasty: boolean
}

const ms = (count: number): SQL => sql`${count}::float8 * interval '1 millisecond'`
const columns = { device: sql`device_id`, network: sql`network_hash` }
const at = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`

/** The quiz of an attempt, as a condition on the columns of `attempts` under a name. */
function isOfQuiz(name: string, { attempt }: Examined): SQL {
  const table = sql.identifier(name)
  return sql`${table}.video_id = ${attempt.videoId}::uuid and ${table}.age_category = ${attempt.ageCategory}`
}

const linkOf = (link: Link, { origin }: Examined) => (link === 'device' ? origin.deviceId : origin.networkHash)

type Source = { studentId: string; attemptId: string; lookedAt: Date }

/**
 * Finds the students on the same device or network whose attempt at the quiz was locked, and who saw its answers between some
 * minutes before this attempt started and its last answer: when their attempt was locked, or later in its review. Reads what
 * happened in those minutes, by index, and not the history of the device or network, which may be that of a mobile carrier.
 */
export async function findSources(tx: Tx, link: Link, examined: Examined): Promise<Source[]> {
  const value = linkOf(link, examined)
  if (value === null) return []
  const { attempt } = examined
  // A suspect attempt was locked by its last answer.
  const until = at(attempt.lockedAt ?? attempt.startedAt)
  const from = sql`${at(attempt.startedAt)} - ${ms(AFTER_LOOK_MS)}`
  const { rows } = await tx.execute<{ student_id: string; id: string; looked_at: string }>(sql`
    with looks as (
      select source.id, source.locked_at as at from attempts as source
      where source.locked_at >= ${from} and source.locked_at <= ${until} and ${isOfQuiz('source', examined)}
      union all
      select attempt_id, at from attempt_reviews where at >= ${from} and at <= ${until}
    )
    select source.student_id, source.id, max(looks.at) as looked_at
    from looks join attempts as source on source.id = looks.id join attempt_origins as origin on origin.attempt_id = source.id
    where ${isOfQuiz('source', examined)} and source.student_id <> ${attempt.studentId}::uuid
      and origin.${columns[link]} = ${value}
    group by source.student_id, source.id`)
  return rows.map((row) => ({ studentId: row.student_id, attemptId: row.id, lookedAt: new Date(row.looked_at) }))
}

/**
 * Whether so many students share the device within a day, or the network and the quiz within an hour, that sharing them
 * means nothing.
 */
export async function isSharedByCrowd(tx: Tx, link: Link, examined: Examined): Promise<boolean> {
  const value = linkOf(link, examined)
  if (value === null) return false
  const started = at(examined.attempt.startedAt)
  const condition =
    link === 'device'
      ? sql`origin.started_at between ${started} - interval '1 day' and ${started}`
      : sql`origin.started_at between ${started} - interval '30 minutes' and ${started} + interval '30 minutes'
          and ${isOfQuiz('neighbour', examined)}`
  const { rows } = await tx.execute<{ students: number }>(sql`
    select count(distinct neighbour.student_id)::integer as students
    from attempt_origins as origin join attempts as neighbour on neighbour.id = origin.attempt_id
    where origin.${columns[link]} = ${value} and ${condition}`)
  return (rows[0]?.students ?? 0) > CROWD
}

/** Counts the quizzes in which a student was perfect and quick just after a certain other student had seen the answers. */
export async function countRepeatedQuizzes(
  tx: Tx,
  link: Link,
  { userId, sourceId }: { userId: string; sourceId: string },
): Promise<number> {
  const wait = ms(AFTER_LOOK_MS)
  const { rows } = await tx.execute<{ quizzes: number }>(sql`
    select count(distinct (used.video_id, used.age_category))::integer as quizzes
    from attempts as used
    join attempt_origins as used_origin on used_origin.attempt_id = used.id and used_origin.is_suspect
    join attempts as source on source.student_id = ${sourceId}::uuid
      and source.video_id = used.video_id and source.age_category = used.age_category
    join attempt_origins as source_origin on source_origin.attempt_id = source.id
      and source_origin.${columns[link]} = used_origin.${columns[link]}
    where used.student_id = ${userId}::uuid and used.reset_at is null and source.locked_at <= used.locked_at
      and (source.locked_at >= used.started_at - ${wait} or exists (
        select from attempt_reviews as review where review.attempt_id = source.id
          and review.at >= used.started_at - ${wait} and review.at <= used.locked_at))`)
  return rows[0]?.quizzes ?? 0
}

type FormerAttempt = { studentId: string; attemptId: string; deviceId: string | null }

/**
 * Finds the attempts of erased accounts at the quiz of a perfect attempt: on its device; and, if it was quick too, on its
 * network if the account was erased in the hour before.
 */
export async function findFormerAccounts(tx: Tx, examined: Examined): Promise<FormerAttempt[]> {
  const { attempt, origin, finished } = examined
  const started = at(attempt.startedAt)
  const onNetwork = isSuspect(finished)
    ? sql`origin.network_hash = ${origin.networkHash} and former.erased_at >= ${started} - ${ms(AFTER_ERASURE_MS)}`
    : sql`false`
  const { rows } = await tx.execute<{ student_id: string; id: string; device_id: string | null }>(sql`
    select former_attempt.student_id, former_attempt.id, origin.device_id
    from attempt_origins as origin
    join attempts as former_attempt on former_attempt.id = origin.attempt_id
    join students as former on former.id = former_attempt.student_id
    where (origin.device_id = ${origin.deviceId}::uuid or (${onNetwork}))
      and ${isOfQuiz('former_attempt', examined)} and former_attempt.reset_at is null
      and former.erased_at <= ${started} and origin.started_at >= ${started} - make_interval(days => ${ATTEMPT_ORIGIN_DAYS})`)
  return rows.map((row) => ({ studentId: row.student_id, attemptId: row.id, deviceId: row.device_id }))
}
