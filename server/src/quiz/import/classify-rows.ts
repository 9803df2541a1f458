import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/database.ts'
import { mapWithoutBlocking } from '../../platform/jobs/map-without-blocking.ts'
import { formerTitles, videos } from '../../videos/tables.ts'
import { questions, quizzes } from '../tables.ts'
import {
  createRowClassifier,
  fingerprintOf,
  type ValidatedRow,
  type ClassifiedRow,
  type StoredQuizzes,
  type StoredQuestion,
} from './rules.ts'

// Loads the stored videos and questions that a spreadsheet refers to, by a few statements however many rows it has.

type VideoName = { id: string; title: string }
type Wanted = { videoId: string; key: string }

/** The maximum number of rows that one statement returns. Parsing more of them in one go would block other requests. */
const ROWS_PER_STATEMENT = 250

/** Loads the videos that have these titles now, or had them last, like `findVideoByTitle` does for one title. */
async function loadVideos(db: Db | Tx, keys: string[]): Promise<Map<string, VideoName>> {
  const columns = { id: videos.id, title: videos.title }
  const current = await db
    .select({ key: videos.titleKey, ...columns })
    .from(videos)
    .where(and(inArray(videos.titleKey, keys), isNull(videos.deletedAt)))
  const former = await db
    .select({ key: formerTitles.titleKey, ...columns })
    .from(formerTitles)
    .innerJoin(videos, eq(videos.id, formerTitles.videoId))
    .where(and(inArray(formerTitles.titleKey, keys), isNull(videos.deletedAt)))
  return new Map([...former, ...current].map(({ key, ...video }) => [key, video]))
}

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

/** Loads the stored questions that are also in the spreadsheet. */
async function loadQuestions(db: Db | Tx, wanted: readonly Wanted[]): Promise<Map<string, StoredQuestion>> {
  const found = new Map<string, StoredQuestion>()
  for (let at = 0; at < wanted.length; at += ROWS_PER_STATEMENT) {
    const rows = await loadStoredQuestions(db, wanted.slice(at, at + ROWS_PER_STATEMENT))
    for (const { quiz, key, id, explanation, momentSeconds, ...row } of rows)
      found.set(`${quiz} ${key}`, { id, explanation, momentSeconds, fingerprint: fingerprintOf(row) })
  }
  return found
}

function loadStoredQuestions(db: Db | Tx, wanted: readonly Wanted[]) {
  const wantedRows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted("videoId" uuid, key text)`
  return db
    .select({
      quiz: sql<string>`${questions.videoId} || ' ' || ${questions.ageCategory}`,
      id: questions.id,
      key: questions.questionKey,
      explanation: questions.explanation,
      momentSeconds: questions.momentSeconds,
      options: questions.options,
      correctAnswer: questions.correctAnswer,
    })
    .from(questions)
    .where(sql`(${questions.videoId}, ${questions.questionKey}) in (select "videoId", key from ${wantedRows})`)
}

/**
 * Loads the stored data that these rows are classified by.
 * @param lock locks the videos until the transaction ends, so that two imports, or an import and a question added by
 * hand, see each other's questions
 */
async function loadStoredQuizzes(
  db: Db | Tx,
  rows: readonly ValidatedRow[],
  { lock }: { lock: boolean },
): Promise<StoredQuizzes> {
  const byKey = await loadVideos(db, [...new Set(rows.map(({ titleKey }) => titleKey))])
  const ids = [...new Set([...byKey.values()].map(({ id }) => id))]
  const held = lock ? await lockVideos(db, ids) : new Set(ids)
  const videoOf: StoredQuizzes['videoOf'] = (key) => {
    const video = byKey.get(key)
    return video && held.has(video.id) ? video : undefined
  }
  const wanted = rows.flatMap((row) => {
    const video = videoOf(row.titleKey)
    return video && row.form ? [{ videoId: video.id, key: row.key }] : []
  })
  const [counts, askedCounts] = [await loadCounts(db, ids), await loadAskedCounts(db, ids)]
  const questionsByKey = await loadQuestions(db, wanted)
  return {
    videoOf,
    countOf: (videoId, category) => counts.get(`${videoId} ${category}`) ?? 0,
    askedCountOf: (videoId, category) => askedCounts.get(`${videoId} ${category}`) ?? null,
    questionOf: (videoId, category, key) => questionsByKey.get(`${videoId} ${category} ${key}`),
  }
}

/** Locks videos in the order of their ids, which prevents deadlocks. Returns those that are not deleted. */
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
 * Classifies all rows of a spreadsheet as added, skipped or bad, by comparing them with the stored questions.
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
