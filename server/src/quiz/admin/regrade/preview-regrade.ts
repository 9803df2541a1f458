// Computes what a regrade would change, using the same rule that applies it, in one database snapshot.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { LEADERBOARD_SIZE } from '@baobab/contract/leaderboard/endpoints.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { keptPointsSql } from '../../../leaderboard/keep-above-zero.ts'
import { reachedAtSql } from '../../../leaderboard/reached-at.ts'
import { competitionRanks } from '../../../leaderboard/rules.ts'
import { leaderboardEntries } from '../../../leaderboard/tables.ts'
import type { App } from '../../../platform/app.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { defineQueue } from '../../../platform/jobs/jobs.ts'
import { snapshotColumns, withSnapshots } from '../../question-snapshots.ts'
import { answers, attempts, regrades } from '../../tables.ts'
import { FIRST_ID, isAttemptOfRegrade, requireRegrade, type RegradeRow } from './queries.ts'
import { compareBoards, regradeAttempt, sawOtherWording, type RegradedEntry, type RegradePreview } from './rules.ts'

export const regradePreviews = defineQueue<{ regradeId: string }>('regrade-previews')

/** The number of attempts read per statement. Parsing more at once would block other requests. */
const ROWS_PER_STATEMENT = 500

/** Computes the preview of a proposed regrade and stores it. */
export async function previewRegrade(app: App, regradeId: string, signal: AbortSignal): Promise<void> {
  const regrade = await requireRegrade(app.db, regradeId)
  if (regrade.decision !== null) return
  const preview = await app.db.transaction((tx) => computePreview(app, tx, { regrade, signal }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
  await app.db
    .update(regrades)
    .set({ preview })
    .where(and(eq(regrades.id, regradeId), isNull(regrades.decision)))
}

type Input = { regrade: RegradeRow; signal: AbortSignal }

async function computePreview(app: App, tx: Tx, { regrade, signal }: Input): Promise<RegradePreview> {
  const before = await readBoard(tx, regrade.ageCategory)
  // Nobody moves by more than one answer's points, so students further below the last rank cannot reach it.
  const lowest = (before[LEADERBOARD_SIZE - 1]?.score ?? 0) - POINTS_PER_ANSWER
  const { counts, changes } = await countChanges(app, tx, { regrade, signal, lowest })
  const deltas = new Map(changes.map(({ entryId, delta }) => [entryId, delta]))
  const after = await readBoardAfter(tx, { regrade, changes, lowest })
  return {
    ...counts,
    ...compareBoards(before, after, { deltas, rank: competitionRanks }),
    computedAt: app.clock.now().toISOString(),
  }
}

/** A change to an entry's points that may move it into, out of, or within the first thousand. */
type Change = { entryId: string; delta: number; answeredAt: string }

async function countChanges(app: App, tx: Tx, { regrade, signal, lowest }: Input & { lowest: number }) {
  const counts = { up: 0, down: 0, same: 0, otherWording: 0 }
  const changes: Change[] = []
  // A regrade is dated when it is agreed to; the date does not affect what it changes.
  const agreed = { ...regrade, decidedAt: app.clock.now() }
  for (let after = FIRST_ID; ;) {
    signal.throwIfAborted()
    const rows = await withSnapshots(app, await readAttempts(tx, regrade, after), tx)
    for (const row of rows) {
      const delta = regradeAttempt(row, agreed)?.delta ?? 0
      if (sawOtherWording(row.questionSnapshot, regrade)) counts.otherWording += 1
      else counts[delta === 0 ? 'same' : delta > 0 ? 'up' : 'down'] += 1
      const moved = delta > 0 ? delta - Math.min(delta, row.kept) : delta
      if (moved !== 0 && row.entryId && row.answeredAt && (row.score ?? 0) >= lowest - POINTS_PER_ANSWER)
        changes.push({ entryId: row.entryId, delta: moved, answeredAt: row.answeredAt.toISOString() })
    }
    const last = rows.at(-1)
    if (!last) return { counts, changes }
    after = last.id
  }
}

function readAttempts(tx: Tx, regrade: RegradeRow, after: string) {
  return tx
    .select({
      id: attempts.id,
      ...snapshotColumns,
      answer: answers.answer,
      answeredAt: answers.answeredAt,
      entryId: leaderboardEntries.id,
      score: leaderboardEntries.score,
      kept: keptPointsSql(
        leaderboardEntries,
        sql`coalesce((select max(lost.at) from standing_changes as lost where lost.standing_id = ${leaderboardEntries.id}
          and lost.attempt_id = ${attempts.id} and lost.question_id = ${answers.questionId}
          and lost.reason = 'regrade' and lost.delta < 0), ${answers.answeredAt})`,
      ),
    })
    .from(attempts)
    .leftJoin(answers, and(eq(answers.attemptId, attempts.id), eq(answers.questionId, regrade.questionId)))
    .leftJoin(
      leaderboardEntries,
      and(
        eq(leaderboardEntries.studentId, attempts.studentId),
        eq(leaderboardEntries.ageCategory, attempts.ageCategory),
      ),
    )
    .where(isAttemptOfRegrade(regrade, after))
    .orderBy(asc(attempts.id))
    .limit(ROWS_PER_STATEMENT)
}

async function readBoard(tx: Tx, category: AgeCategory): Promise<RegradedEntry[]> {
  const { rows } = await tx.execute<RegradedEntry>(sql`
    select id as "entryId", score from standings where stands and age_category = ${category}
    order by score desc, reached_at, id limit ${LEADERBOARD_SIZE}`)
  return rows
}

/**
 * Reads the board as it would be: the first thousand of those whose points stay, together with those whose points change. For
 * the latter, the time they reached their points is computed only if they may be among the first thousand.
 */
async function readBoardAfter(
  tx: Tx,
  { regrade, changes, lowest }: { regrade: RegradeRow; changes: readonly Change[]; lowest: number },
): Promise<RegradedEntry[]> {
  const { ageCategory, questionId } = regrade
  const { rows } = await tx.execute<RegradedEntry>(sql`
    with changed as materialized (
      select "entryId" as id, delta, "answeredAt" as answered_at
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as changed ("entryId" uuid, delta integer, "answeredAt" timestamptz)
    ), same as (
      select id, score, reached_at from standings
      where stands and age_category = ${ageCategory} and score >= ${lowest} and id not in (select id from changed)
      order by score desc, reached_at, id limit ${LEADERBOARD_SIZE}
    ), moved as (
      select standings.id, greatest(score + delta, 0) as score, delta, answered_at, standings.score as score_before, reached_at
      from changed join standings using (id) where stands
    ), last as (
      select score from (select score from same union all select score from moved) as scores
      order by score desc offset ${LEADERBOARD_SIZE - 1} limit 1
    ), placed as (
      select id, score, case when delta < 0 then ${reachedAtSql(sql`moved.id`, { without: sql`${questionId}::uuid` })}
        when score_before = 0 then answered_at else greatest(reached_at, answered_at) end as reached_at
      from moved where score >= coalesce((select score from last), 0)
      union all select id, score, reached_at from same
    )
    select id as "entryId", score from placed order by score desc, reached_at, id limit ${LEADERBOARD_SIZE}`)
  return rows
}
