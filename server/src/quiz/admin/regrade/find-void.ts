// Finds questions that are void now. They are no longer in their quiz: the regrade that made them void keeps them as they were.
import type { Void } from '@baobab/contract/quiz/voids.ts'
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { QuestionRow } from '../../queries.ts'
import type { QuizKey } from '../../question-pool.ts'
import { regrades } from '../../tables.ts'
import { DeletedQuestion } from '../deleted-question.ts'

export type FoundVoid = { question: QuestionRow; voided: Void }

const isAgreed = eq(regrades.decision, 'agreed')

function toVoid({ removed, voided }: typeof regrades.$inferSelect): FoundVoid | undefined {
  return removed && voided ? { question: DeletedQuestion.parse(removed), voided } : undefined
}

/** Returns a void question as it was; undefined if the question is not void. */
export async function findVoid(db: Db | Tx, questionId: string): Promise<FoundVoid | undefined> {
  const [last] = await db
    .select()
    .from(regrades)
    .where(and(eq(regrades.questionId, questionId), isAgreed))
    .orderBy(desc(regrades.decidedAt), desc(regrades.id))
    .limit(1)
  return last && toVoid(last)
}

/** Returns a quiz's void questions, the oldest first. */
export function listVoids(db: Db | Tx, { videoId, ageCategory }: QuizKey): Promise<FoundVoid[]> {
  return selectVoids(db, and(eq(regrades.videoId, videoId), eq(regrades.ageCategory, ageCategory)))
}

/** Returns the void questions of all quizzes of some videos, the oldest first. */
export function listVoidsOfVideos(db: Db | Tx, videoIds: string[]): Promise<FoundVoid[]> {
  return selectVoids(db, inArray(regrades.videoId, videoIds))
}

async function selectVoids(db: Db | Tx, condition: SQL | undefined): Promise<FoundVoid[]> {
  const rows = await db
    .selectDistinctOn([regrades.questionId])
    .from(regrades)
    .where(and(condition, isAgreed))
    .orderBy(regrades.questionId, desc(regrades.decidedAt), desc(regrades.id))
  return rows.toSorted((a, b) => Number(a.decidedAt) - Number(b.decidedAt)).flatMap((row) => toVoid(row) ?? [])
}
