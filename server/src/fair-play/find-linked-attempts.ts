// Finds other students' attempts at the same quiz that share an attempt's device or network. A device is a secret in a browser,
// which somebody else can have copied: it is evidence only against the account whose login sent the other's secret, never
// against the owner of the secret.
import type { FlagRole } from '@baobab/contract/fair-play/admin.ts'
import { ATTEMPT_ORIGIN_DAYS } from '@baobab/contract/fair-play/text.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../platform/database/database.ts'
import type { AttemptRow } from '../quiz/queries.ts'
import type { attemptOrigins } from '../quiz/tables.ts'
import { AFTER_ERASURE_MS, AFTER_LOOK_MS, CROWD, isSuspect, type FinishedAttempt, type Link } from './rules.ts'

/** An attempt being examined, with what was found about it before comparing it with others. */
export type Examined = {
  attempt: AttemptRow
  origin: typeof attemptOrigins.$inferSelect
  finished: FinishedAttempt
  isHasty: boolean
}

const ms = (count: number): SQL => sql`${count}::float8 * interval '1 millisecond'`
const columns = { device: sql`device_id`, network: sql`network_hash` }
const at = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`

/** The condition that an attempt, under a table alias, is at the same quiz. */
function isOfQuiz(name: string, { attempt }: Examined): SQL {
  const table = sql.identifier(name)
  return sql`${table}.video_id = ${attempt.videoId}::uuid and ${table}.age_category = ${attempt.ageCategory}`
}

/** A link between an attempt whose student saw the answers and one that used them. */
export type Shared = {
  link: Link
  /** Who it is evidence against: both on a network, and on a device the one who sent the secret of the other's browser. */
  against: readonly FlagRole[]
}

export const sharedLinks: readonly Shared[] = [
  { link: 'device', against: ['user'] },
  { link: 'device', against: ['source'] },
  { link: 'network', against: ['user', 'source'] },
]

/** The link as a condition on two rows of `attempt_origins` named `used` and `seen`. */
function isLinked({ link, against }: Shared): SQL {
  if (link === 'network') return sql`seen.network_hash = used.network_hash`
  return against.includes('user') ? hasPresented('used', 'seen') : hasPresented('seen', 'used')
}

/** Returns the condition that one origin's browser has logged in with the secret of the other's. */
function hasPresented(one: string, other: string): SQL {
  const [presenter, owner] = [sql.identifier(one), sql.identifier(other)]
  return sql`exists (select from presented_browsers as presented
    where presented.browser_id = ${presenter}.browser_id and presented.presented_id = ${owner}.browser_id)`
}

type Source = { studentId: string; attemptId: string; lookedAt: Date }

/**
 * Finds students linked by device or network whose attempt at the quiz was locked, and who saw its answers between a few
 * minutes before this attempt started and its last answer: when their attempt was locked, or later in its review. Reads only
 * those minutes, by index, and not the whole history of the device or network, which may be a mobile carrier's.
 */
export async function findSources(tx: Tx, shared: Shared, examined: Examined): Promise<Source[]> {
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
    from looks join attempts as source on source.id = looks.id join attempt_origins as seen on seen.attempt_id = source.id
    join attempt_origins as used on used.attempt_id = ${attempt.id}::uuid
    where ${isOfQuiz('source', examined)} and source.student_id <> ${attempt.studentId}::uuid and ${isLinked(shared)}
    group by source.student_id, source.id`)
  return rows.map((row) => ({ studentId: row.student_id, attemptId: row.id, lookedAt: new Date(row.looked_at) }))
}

/**
 * Returns whether so many students share the device within a day, or the network and the quiz within an hour, that sharing them
 * means nothing.
 */
export async function isSharedByCrowd(tx: Tx, link: Link, examined: Examined): Promise<boolean> {
  const { attempt, origin: own } = examined
  const value = link === 'device' ? own.deviceId : own.networkHash
  if (value === null) return false
  const started = at(attempt.startedAt)
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

/** Counts the quizzes in which a student was perfect and quick just after another given student had seen the answers. */
export async function countRepeatedQuizzes(
  tx: Tx,
  shared: Shared,
  { userId, sourceId }: { userId: string; sourceId: string },
): Promise<number> {
  const wait = ms(AFTER_LOOK_MS)
  const { rows } = await tx.execute<{ quizzes: number }>(sql`
    select count(distinct (attempt.video_id, attempt.age_category))::integer as quizzes
    from attempts as attempt
    join attempt_origins as used on used.attempt_id = attempt.id and used.is_suspect
    join attempts as source on source.student_id = ${sourceId}::uuid
      and source.video_id = attempt.video_id and source.age_category = attempt.age_category
    join attempt_origins as seen on seen.attempt_id = source.id and ${isLinked(shared)}
    where attempt.student_id = ${userId}::uuid and attempt.reset_at is null and source.locked_at <= attempt.locked_at
      and (source.locked_at >= attempt.started_at - ${wait} or exists (
        select from attempt_reviews as review where review.attempt_id = source.id
          and review.at >= attempt.started_at - ${wait} and review.at <= attempt.locked_at))`)
  return rows[0]?.quizzes ?? 0
}

type FormerAttempt = { studentId: string; attemptId: string; link: Link }

/**
 * Finds erased accounts' attempts at the quiz of a perfect attempt: in a browser whose secret this student has logged in with,
 * and, if the attempt was also quick, on its network if the account was erased within the hour before.
 */
export async function findFormerAccounts(tx: Tx, examined: Examined): Promise<FormerAttempt[]> {
  const { attempt, origin, finished } = examined
  const started = at(attempt.startedAt)
  const onNetwork = isSuspect(finished)
    ? sql`origin.network_hash = ${origin.networkHash} and former.erased_at >= ${started} - ${ms(AFTER_ERASURE_MS)}`
    : sql`false`
  const hasPresentedIt = sql`origin.browser_id = any (array(
    select presented_id from presented_browsers where browser_id = ${origin.browserId}::uuid))`
  const { rows } = await tx.execute<{ student_id: string; id: string; link: Link }>(sql`
    select former_attempt.student_id, former_attempt.id, case when ${hasPresentedIt} then 'device' else 'network' end as link
    from attempt_origins as origin
    join attempts as former_attempt on former_attempt.id = origin.attempt_id
    join students as former on former.id = former_attempt.student_id
    where (${hasPresentedIt} or (${onNetwork}))
      and ${isOfQuiz('former_attempt', examined)} and former_attempt.reset_at is null
      and former.erased_at <= ${started} and origin.started_at >= ${started} - make_interval(days => ${ATTEMPT_ORIGIN_DAYS})`)
  return rows.map((row) => ({ studentId: row.student_id, attemptId: row.id, link: row.link }))
}
