import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { toStoredKey } from '@baobab/contract/kernel/text.ts'
import { and, count, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/database.ts'
import { mapWithoutBlocking } from '../../platform/jobs/map-without-blocking.ts'
import { findVideosByTitles, suggestTitles } from '../../videos/queries.ts'
import { videos } from '../../videos/tables.ts'
import { listVoidsOfVideos } from '../admin/regrade/find-void.ts'
import { questions, quizzes } from '../tables.ts'
import {
  createRowClassifier,
  fingerprintOf,
  type ValidatedRow,
  type ClassifiedRow,
  type StoredQuizzes,
  type StoredQuestion,
} from './rules.ts'

// Loads the stored videos and questions that a spreadsheet refers to, in a few statements however many rows it has.

type Wanted = { videoId: string; key: string }

/** The maximum number of rows returned per statement. Parsing more at once would block other requests. */
const ROWS_PER_STATEMENT = 250

async function loadCounts(db: Db | Tx, videoIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ videoId: questions.videoId, category: questions.ageCategory, total: count() })
    .from(questions)
    .where(inArray(questions.videoId, videoIds))
    .groupBy(questions.videoId, questions.ageCategory)
  return new Map(rows.map(({ videoId, category, total }) => [`${videoId} ${category}`, total]))
}

async function loadAskedCounts(db: Db | Tx, videoIds: string[]): Promise<Map<string, number>> {
  const rows = await db.select().from(quizzes).where(inArray(quizzes.videoId, videoIds))
  return new Map(rows.map(({ videoId, ageCategory, askedCount }) => [`${videoId} ${ageCategory}`, askedCount]))
}

async function loadVoids(db: Db | Tx, videoIds: string[]): Promise<Set<string>> {
  const voids = await listVoidsOfVideos(db, videoIds)
  return new Set(
    voids.map(({ question }) => `${question.videoId} ${question.ageCategory} ${toComparisonKey(question.question)}`),
  )
}

/** Loads the stored questions that are also in the spreadsheet. */
async function loadQuestions(db: Db | Tx, wanted: readonly Wanted[]): Promise<Map<string, StoredQuestion>> {
  const found = new Map<string, StoredQuestion>()
  for (let at = 0; at < wanted.length; at += ROWS_PER_STATEMENT) {
    const rows = await loadStoredQuestions(db, wanted.slice(at, at + ROWS_PER_STATEMENT))
    for (const { quiz, key, storedKey, id, explanation, momentSeconds, ...row } of rows) {
      const question = { id, explanation, momentSeconds, fingerprint: fingerprintOf(row) }
      found.set(`${quiz} equal ${key}`, question).set(`${quiz} same ${storedKey}`, question)
    }
  }
  return found
}

function loadStoredQuestions(db: Db | Tx, wanted: readonly Wanted[]) {
  const wantedRows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted("videoId" uuid, key text)`
  return db
    .select({
      quiz: sql<string>`${questions.videoId} || ' ' || ${questions.ageCategory}`,
      id: questions.id,
      key: sql<string>`comparison_key(${questions.questionKey})`,
      storedKey: questions.questionKey,
      explanation: questions.explanation,
      momentSeconds: questions.momentSeconds,
      options: questions.options,
      correctAnswer: questions.correctAnswer,
    })
    .from(questions)
    .where(
      sql`(${questions.videoId}, comparison_key(${questions.questionKey})) in (select "videoId", key from ${wantedRows})`,
    )
}

/**
 * Loads the stored data used to classify these rows.
 * @param lock locks the videos until the transaction ends, so that two imports, or an import and a question added by hand, see
 * each other's questions
 */
async function loadStoredQuizzes(
  db: Db | Tx,
  rows: readonly ValidatedRow[],
  { lock }: { lock: boolean },
): Promise<StoredQuizzes> {
  const titles = [...new Set(rows.map(({ cells }) => cells.videoTitle))].filter((title) => title !== '')
  const byTitle = await findVideosByTitles(db, titles)
  const suggestions = await suggestTitles(
    db,
    titles.filter((title) => !byTitle.has(title)),
  )
  const ids = [...new Set([...byTitle.values()].map(({ id }) => id))]
  const held = lock ? await lockVideos(db, ids) : new Set(ids)
  const videoOf: StoredQuizzes['videoOf'] = (title) => {
    const video = byTitle.get(title)
    return video && held.has(video.id) ? video : undefined
  }
  const wanted = rows.flatMap((row) => {
    const video = videoOf(row.cells.videoTitle)
    return video && row.form ? [{ videoId: video.id, key: row.key }] : []
  })
  const [counts, askedCounts] = [await loadCounts(db, ids), await loadAskedCounts(db, ids)]
  const questionsByKey = await loadQuestions(db, wanted)
  const voids = await loadVoids(db, ids)
  return {
    videoOf,
    suggestionsFor: (title) => suggestions.get(title) ?? [],
    countOf: (videoId, category) => counts.get(`${videoId} ${category}`) ?? 0,
    askedCountOf: (videoId, category) => askedCounts.get(`${videoId} ${category}`) ?? null,
    questionOf: (videoId, { ageCategory, question }) => {
      const quiz = `${videoId} ${ageCategory}`
      const same = questionsByKey.get(`${quiz} same ${toStoredKey(question)}`)
      return same ?? questionsByKey.get(`${quiz} equal ${toComparisonKey(question)}`)
    },
    isVoid: (videoId, { ageCategory, question }) => voids.has(`${videoId} ${ageCategory} ${toComparisonKey(question)}`),
  }
}

/** Locks videos in id order, which prevents deadlocks. Returns those that are not deleted. */
async function lockVideos(db: Db | Tx, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: videos.id })
    .from(videos)
    .where(and(inArray(videos.id, ids), isNull(videos.deletedAt)))
    .orderBy(videos.id)
    .for('no key update')
  return new Set(rows.map(({ id }) => id))
}

/**
 * Classifies all rows of a spreadsheet as added, skipped or bad by comparing them with the stored questions.
 * @param lock locks the videos until the transaction ends, so that nothing changes between classifying and adding
 */
export async function classifyRows(
  db: Db | Tx,
  rows: readonly ValidatedRow[],
  { lock }: { lock: boolean },
): Promise<{ rows: ClassifiedRow[]; stored: StoredQuizzes }> {
  const stored = await loadStoredQuizzes(db, rows, { lock })
  return { rows: await mapWithoutBlocking(rows, createRowClassifier(stored)), stored }
}
