// Changes the question of an agreed regrade for students who start from now on.
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/http/errors.ts'
import type { QuestionRow } from '../../queries.ts'
import { requireAskedQuestions } from '../../question-pool.ts'
import { findOption, isSameChoice } from '../../rules.ts'
import { questions, quizzes, regrades } from '../../tables.ts'
import { insertAgain } from '../restore-question.ts'
import { findVoid } from './find-void.ts'
import type { RegradeRow } from './queries.ts'
import { toNewExplanation, toNewKey } from './rules.ts'

/**
 * Changes the question's key, takes it out of its quiz, or puts it back. Fails with 409 if the question has changed since the
 * proposal, or the quiz would have too few or too many questions. The caller holds the lock of the quiz's video.
 */
export async function changeQuestion(tx: Tx, regrade: RegradeRow): Promise<void> {
  const { videoId, ageCategory, voided, wasVoided } = regrade
  if (wasVoided) await changeVoid(tx, regrade)
  else if (voided) await takeOut(tx, regrade)
  else await changeKey(tx, regrade)
  // Waits for starts that have read the old questions and are about to commit; later ones read the questions again.
  await tx
    .update(quizzes)
    .set({ keyVersion: sql`${quizzes.keyVersion} + 1` })
    .where(and(eq(quizzes.videoId, videoId), eq(quizzes.ageCategory, ageCategory)))
}

async function changeKey(tx: Tx, regrade: RegradeRow): Promise<void> {
  const question = await requireSameKey(tx, regrade)
  const correctAnswer = findOption(question, regrade.newAnswer) ?? fail('regrade_outdated')
  await tx
    .update(questions)
    .set({ ...toNewKey(regrade), ...toNewExplanation(regrade), correctAnswer })
    .where(eq(questions.id, question.id))
}

async function takeOut(tx: Tx, regrade: RegradeRow): Promise<void> {
  const question = await requireSameKey(tx, regrade)
  await tx.delete(questions).where(eq(questions.id, question.id))
  await requireAskedQuestions(tx, [question.videoId])
  await keepRemoved(tx, regrade, question)
}

async function requireSameKey(tx: Tx, { questionId, oldAnswer }: RegradeRow): Promise<QuestionRow> {
  const [question] = await tx.select().from(questions).where(eq(questions.id, questionId))
  return question && isSameChoice(question, question.correctAnswer, oldAnswer) ? question : fail('regrade_outdated')
}

/** Puts a void question back into its quiz, or notes that it is void in another way. */
async function changeVoid(tx: Tx, regrade: RegradeRow): Promise<void> {
  const found = await findVoid(tx, regrade.questionId)
  if (found?.voided !== regrade.wasVoided) fail('regrade_outdated')
  if (regrade.voided) return keepRemoved(tx, regrade, found.question)
  await insertAgain(tx, { ...found.question, ...toNewKey(regrade), ...toNewExplanation(regrade) })
}

async function keepRemoved(tx: Tx, { id }: RegradeRow, removed: QuestionRow): Promise<void> {
  await tx.update(regrades).set({ removed }).where(eq(regrades.id, id))
}
