// Pure rules of a regrade: the resulting key or void question, and what it changes in an attempt.
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import type { Void } from '@baobab/contract/quiz/voids.ts'
import { findOption, isCorrect, isSameChoice, type AnswerKey, type SnapshotQuestion } from '../../rules.ts'

/** How a question's key changes, or who gets its points if it becomes void. */
export type RegradeChange = {
  questionId: string
  voided: Void | null
  oldAnswer: string
  newAnswer: string
  keepsOld: boolean
  /** The new explanation; empty to remove it, null to keep it. */
  explanation: string | null
}

/** A change that was agreed to. */
export type AgreedRegrade = RegradeChange & { id: string; decidedAt: Date }

/** An attempt with the answer to the regraded question; null if there is none. */
type AttemptToRegrade = { questionSnapshot: SnapshotQuestion[]; answer: string | null }

/** What a regrade does to an attempt: `delta` is the change in its points, `voidDelta` in its questions that count for nobody. */
type RegradedAttempt = {
  questionSnapshot: SnapshotQuestion[]
  question: SnapshotQuestion
  delta: number
  voidDelta: number
}

/**
 * What a regrade would change. `up` and `down` count students, `same` those whose points stay, `otherWording` the attempts
 * whose options did not contain the new answer and which are not changed. The lists contain ids of leaderboard entries and are
 * cut.
 */
export type RegradePreview = {
  up: number
  down: number
  same: number
  otherWording: number
  enterCount: number
  leaveCount: number
  moves: RankMove[]
  computedAt: string
}

/** An entry before and after a regrade. A rank is null below the first thousand. */
type RankMove = { entryId: string; rankBefore: number | null; rankAfter: number | null; delta: number }

/** Returns what the audit log says about a change. */
export function describeChange({
  voided,
  wasVoided,
  oldAnswer,
  newAnswer,
  keepsOld,
}: Pick<RegradeChange, 'voided' | 'oldAnswer' | 'newAnswer' | 'keepsOld'> & { wasVoided: Void | null }) {
  const before = wasVoided && { wasVoided }
  return voided ? { voided, ...before } : { oldAnswer, newAnswer, keepsOld, ...before }
}

/** Returns a question's key after a regrade. */
export function toNewKey({
  oldAnswer,
  newAnswer,
  keepsOld,
}: Pick<RegradeChange, 'oldAnswer' | 'newAnswer' | 'keepsOld'>): Required<AnswerKey> {
  return { correctAnswer: newAnswer, alsoCorrect: keepsOld ? oldAnswer : null }
}

/** Returns a question's explanation after a regrade, if it changes. */
export function toNewExplanation({ explanation }: Pick<RegradeChange, 'explanation'>): { explanation?: string | null } {
  return explanation === null ? {} : { explanation: explanation || null }
}

/** Whether a question's key and another count the same answers and show the same one. */
export function isSameKey(question: AnswerKey & Pick<SnapshotQuestion, 'options'>, other: AnswerKey): boolean {
  const isSameOther = isSameChoice(question, question.alsoCorrect ?? '', other.alsoCorrect ?? '')
  return isSameChoice(question, question.correctAnswer, other.correctAnswer) && isSameOther
}

/**
 * Returns whether an edit makes a different option the correct one, which changes what students were told. Respelling the
 * correct option does not.
 */
export function changesKey(
  before: SnapshotQuestion,
  after: Pick<SnapshotQuestion, 'options' | 'correctAnswer'>,
): boolean {
  if (isSameChoice(before, before.correctAnswer, after.correctAnswer)) return false
  return Boolean(findOption(before, after.correctAnswer) ?? findOption(after, before.correctAnswer))
}

/**
 * Changes a question in an attempt's snapshot. Returns undefined if there is nothing to do: the snapshot does not contain the
 * question, it is like that already, or its options do not contain the new answer because the student saw a different wording.
 */
export function regradeAttempt(
  { questionSnapshot, answer }: AttemptToRegrade,
  regrade: AgreedRegrade,
): RegradedAttempt | undefined {
  const before = questionSnapshot.find(({ id }) => id === regrade.questionId)
  const changed = before && changeQuestion(before, regrade)
  if (!before || !changed) return undefined
  const corrected = { regradeId: regrade.id, at: regrade.decidedAt.toISOString(), from: before.correctAnswer }
  const question = { ...changed, corrected }
  const points = (shown: SnapshotQuestion) => (answer !== null && isCorrect(shown, answer) ? POINTS_PER_ANSWER : 0)
  const countsForNobody = ({ voided }: SnapshotQuestion) => (voided === 'none' ? 1 : 0)
  return {
    questionSnapshot: questionSnapshot.map((one) => (one === before ? question : one)),
    question,
    delta: points(question) - points(before),
    voidDelta: countsForNobody(question) - countsForNobody(before),
  }
}

/** Returns a question after a change, or undefined if nothing changes. A question becomes void whatever its wording. */
function changeQuestion(before: SnapshotQuestion, change: RegradeChange): SnapshotQuestion | undefined {
  if (change.voided) return before.voided === change.voided ? undefined : { ...before, voided: change.voided }
  const key = toNewKey(change)
  const correctAnswer = findOption(before, change.newAnswer)
  if (correctAnswer === undefined || (!before.voided && isSameKey(before, key))) return undefined
  const { alsoCorrect: _, voided: __, ...rest } = before
  return {
    ...rest,
    correctAnswer,
    ...toNewExplanation(change),
    ...(key.alsoCorrect ? { alsoCorrect: findOption(before, key.alsoCorrect) ?? key.alsoCorrect } : {}),
  }
}

/** Returns whether an attempt contains the question with options that lack the new answer. */
export function sawOtherWording(
  snapshot: readonly SnapshotQuestion[],
  { questionId, voided, newAnswer }: Pick<RegradeChange, 'questionId' | 'voided' | 'newAnswer'>,
): boolean {
  const question = snapshot.find(({ id }) => id === questionId)
  return !voided && question !== undefined && findOption(question, newAnswer) === undefined
}

/** A board entry: id and score. */
export type RegradedEntry = { entryId: string; score: number }

/** How many entries of each kind are listed in a preview. */
const MOVES_SHOWN = 50

/**
 * Compares the first thousand entries of a board before and after a regrade: who enters, who leaves, and which others move most.
 * Ranks are competition ranks.
 * @param rank returns the ranks of scores in order
 */
export function compareBoards(
  before: readonly RegradedEntry[],
  after: readonly RegradedEntry[],
  { deltas, rank }: { deltas: ReadonlyMap<string, number>; rank: (scores: readonly number[]) => number[] },
): Pick<RegradePreview, 'enterCount' | 'leaveCount' | 'moves'> {
  const toRanks = (board: readonly RegradedEntry[]) => {
    const ranks = rank(board.map(({ score }) => score))
    return new Map(board.map(({ entryId }, index) => [entryId, ranks[index] ?? index + 1]))
  }
  const [ranksBefore, ranksAfter] = [toRanks(before), toRanks(after)]
  const toMove = ({ entryId }: RegradedEntry): RankMove => ({
    entryId,
    rankBefore: ranksBefore.get(entryId) ?? null,
    rankAfter: ranksAfter.get(entryId) ?? null,
    delta: deltas.get(entryId) ?? 0,
  })
  const enters = after.filter(({ entryId }) => !ranksBefore.has(entryId)).map(toMove)
  const leaves = before.filter(({ entryId }) => !ranksAfter.has(entryId)).map(toMove)
  const distance = ({ rankBefore, rankAfter }: RankMove) => Math.abs((rankBefore ?? 0) - (rankAfter ?? 0))
  const moved = after
    .filter(({ entryId }) => ranksBefore.has(entryId))
    .map(toMove)
    .filter((move) => distance(move) > 0)
    .toSorted((a, b) => distance(b) - distance(a))
  const moves = [enters, leaves, moved].flatMap((list) => list.slice(0, MOVES_SHOWN))
  return { enterCount: enters.length, leaveCount: leaves.length, moves }
}
