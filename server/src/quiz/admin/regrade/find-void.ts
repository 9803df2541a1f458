// Finds questions that are void now. They are no longer in their quiz: the regrade that made them void keeps them as they were.
import type { Void } from '@baobab/contract/quiz/voids.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { QuestionRow } from '../../queries.ts'
import type { QuizKey } from '../../question-pool.ts'
import { regrades } from '../../tables.ts'
import { DeletedQuestion } from '../restore-question.ts'

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
export async function listVoids(db: Db | Tx, { videoId, ageCategory }: QuizKey): Promise<FoundVoid[]> {
  const rows = await db
    .selectDistinctOn([regrades.questionId])
    .from(regrades)
    .where(and(eq(regrades.videoId, videoId), eq(regrades.ageCategory, ageCategory), isAgreed))
    .orderBy(regrades.questionId, desc(regrades.decidedAt), desc(regrades.id))
  return rows.toSorted((a, b) => Number(a.decidedAt) - Number(b.decidedAt)).flatMap((row) => toVoid(row) ?? [])
}
