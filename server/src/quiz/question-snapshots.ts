// Stores and reads the question snapshots of attempts. An attempt refers to the pool that its questions were chosen from, or, if
// it is older than these references, contains them. Only this file knows both forms; in SQL, `asked_questions` reads them.
import { getTableColumns, inArray, sql } from 'drizzle-orm'
import type { App } from '../platform/app.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { findConstraint } from '../platform/http/errors.ts'
import { copyQuestion, type SnapshotQuestion } from './rules.ts'
import { hashQuestions, readFromPool, referToPool, replaceInPool } from './snapshot-rules.ts'
import { questionSnapshots, questionSnapshotsStart } from './snapshot-tables.ts'
import { attempts } from './tables.ts'

/** The columns that store an attempt's snapshot. */
export type StoredSnapshot = Pick<typeof attempts.$inferSelect, 'questionSnapshot' | 'snapshotId' | 'asked'>
export type WithSnapshot<Row> = Omit<Row, 'questionSnapshot'> & { questionSnapshot: SnapshotQuestion[] }
type Questions = readonly SnapshotQuestion[]

/** The columns that store an attempt's snapshot, for queries that read only some columns. */
const { questionSnapshot, snapshotId, asked } = getTableColumns(attempts)
export const snapshotColumns = { questionSnapshot, snapshotId, asked }

/** A subquery of the questions of a row of `attempts`, each in a column `question`, without the attempt's order. */
export const askedQuestions = sql`select from asked_questions(${questionSnapshot}, ${snapshotId}, ${asked}) as question`

/** The number of pools a server remembers, the most recently used ones: 10 questions are about 10 KB. */
const REMEMBERED = 1_000
/** The remembered pools of each database, by id. Rows never change, so nearly every answer finds its questions here. */
const memories = new WeakMap<Db, Map<string, Questions>>()

function memoryOf(db: Db): Map<string, Questions> {
  const memory = memories.get(db) ?? new Map<string, Questions>()
  memories.set(db, memory)
  return memory
}

function recall(db: Db, id: string): Questions | undefined {
  const memory = memoryOf(db)
  const questions = memory.get(id)
  if (questions) remember(db, id, questions)
  return questions
}

/** Remembers a committed row as the most recently used. A map lists its keys in the order in which they were set. */
function remember(db: Db, id: string, questions: Questions): void {
  const memory = memoryOf(db)
  memory.delete(id)
  memory.set(id, questions)
  for (const oldest of memory.keys()) {
    if (memory.size <= REMEMBERED) break
    memory.delete(oldest)
  }
}

/**
 * Adds the questions to each attempt.
 * @param tx the caller's transaction, whose connection then reads the pools that are not remembered
 */
export async function withSnapshots<Row extends StoredSnapshot>(
  { db }: Pick<App, 'db'>,
  rows: readonly Row[],
  tx: Db | Tx = db,
): Promise<WithSnapshot<Row>[]> {
  const pools = await loadPools({ db }, rows, tx)
  return rows.map((row) => {
    const pool = pools.get(row.snapshotId ?? '')
    const questionSnapshot = row.questionSnapshot ?? (pool && row.asked && readFromPool(pool, row.asked))
    if (!questionSnapshot) throw new Error('an attempt has no question snapshot')
    return { ...row, questionSnapshot }
  })
}

async function loadPools(
  { db }: Pick<App, 'db'>,
  rows: readonly StoredSnapshot[],
  tx: Db | Tx,
): Promise<Map<string, Questions>> {
  const pools = new Map<string, Questions>()
  const missing = new Set<string>()
  for (const { snapshotId } of rows) {
    if (snapshotId === null || pools.has(snapshotId)) continue
    const pool = recall(db, snapshotId)
    if (pool) pools.set(snapshotId, pool)
    else missing.add(snapshotId)
  }
  if (missing.size === 0) return pools
  const read = await tx
    .select()
    .from(questionSnapshots)
    .where(inArray(questionSnapshots.id, [...missing]))
  for (const { id, questions } of read) {
    remember(db, id, questions)
    pools.set(id, questions)
  }
  return pools
}

/**
 * Returns the columns that store a new attempt's snapshot, after storing its pool if needed. Call it before the
 * transaction of the attempt: a pool that no attempt refers to does no harm.
 */
export async function storeSnapshot(
  app: App,
  { pool, snapshot }: { pool: Questions; snapshot: SnapshotQuestion[] },
): Promise<StoredSnapshot> {
  const questions = pool.map(copyQuestion)
  const asked = referToPool(questions, snapshot)
  const id = hashQuestions(questions)
  return asked && (await storePool(app, id, questions))
    ? { questionSnapshot: null, snapshotId: id, asked }
    : { questionSnapshot: snapshot, snapshotId: null, asked: null }
}

/**
 * Forgets the pool of a new attempt if the write failed because the database does not have it: a replica that took over may have been
 * behind.
 * @throws the error, if it has another cause
 */
export function forgetLostSnapshot({ db }: Pick<App, 'db'>, { snapshotId }: StoredSnapshot, error: unknown): undefined {
  if (findConstraint(error) !== 'attempts_snapshot_id_question_snapshots_id_fk') throw error
  memoryOf(db).delete(snapshotId ?? '')
}

/**
 * Stores a pool unless another server has just done so. Does not use `on conflict`, which on Citus needs the right to change rows
 * of the ledger. Uses a transaction, because a failed statement outside one closes its connection.
 */
async function insertPool(db: Db, id: string, questions: SnapshotQuestion[]): Promise<void> {
  const inserting = db.transaction((tx) => tx.insert(questionSnapshots).values({ id, questions }))
  await inserting.catch((error: unknown) => {
    if (findConstraint(error) !== 'question_snapshots_pkey') throw error
  })
}

/** Returns false while servers may run that cannot read stored pools. */
async function storePool({ db }: App, id: string, questions: SnapshotQuestion[]): Promise<boolean> {
  if (recall(db, id)) return true
  const [start] = await db
    .select({
      isDue: sql<boolean>`${questionSnapshotsStart.at} <= now()`,
      isStored: sql<boolean>`exists (select from ${questionSnapshots} where ${questionSnapshots.id} = ${id})`,
    })
    .from(questionSnapshotsStart)
  if (!start?.isDue) return false
  if (!start.isStored) await insertPool(db, id, questions)
  remember(db, id, questions)
  return true
}

/** An attempt from `withSnapshots`, and the new version of one of its questions. */
export type ChangedSnapshot = {
  attempt: StoredSnapshot
  questionSnapshot: SnapshotQuestion[]
  question: SnapshotQuestion
}

/**
 * Returns for each changed snapshot the columns that store it, without `asked`, which never changes. Stores the pools in the
 * transaction.
 */
export async function storeChangedSnapshots(
  app: App,
  tx: Tx,
  changes: readonly ChangedSnapshot[],
): Promise<Pick<StoredSnapshot, 'questionSnapshot' | 'snapshotId'>[]> {
  const pools = await loadPools(
    app,
    changes.map(({ attempt }) => attempt),
    tx,
  )
  const changed = new Map<string, SnapshotQuestion[]>()
  const stored = changes.map(({ attempt, questionSnapshot, question }) => {
    const pool = pools.get(attempt.snapshotId ?? '')
    if (!pool) return { questionSnapshot, snapshotId: null }
    const questions = replaceInPool(pool, question)
    const snapshotId = hashQuestions(questions)
    changed.set(snapshotId, questions)
    return { questionSnapshot: null, snapshotId }
  })
  const values = [...changed].map(([id, questions]) => ({ id, questions }))
  if (values.length > 0) await tx.insert(questionSnapshots).values(values).onConflictDoNothing()
  return stored
}
