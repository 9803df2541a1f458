// What the referee decides, without a clock, a die or a database of its own.
import { ageCategoryAt, type AgeCategory } from '@baobab/contract/age.ts'
import { GRACE_MS, POINTS_PER_ANSWER } from '@baobab/contract/limits.ts'
import { toComparisonKey } from '@baobab/contract/quiz.ts'

/** A question as one attempt holds it: its own copy, its own order of options. */
export type SnapshotQuestion = { id: string; question: string; options: string[]; correctAnswer: string }

/** A whole number from 0 to below `below`, each as likely as the other. */
export type RandomBelow = (below: number) => number

/** What an answer is worth, for good. */
export type AnswerScore = { correct: boolean; points: number }

export type GivenAnswer = AnswerScore & { answer: string }

export type Verdict =
  | ({ kind: 'accepted' } & GivenAnswer)
  | ({ kind: 'repeat' } & GivenAnswer)
  | { kind: 'conflict' }
  | { kind: 'late' }
  | { kind: 'completed' }

/** A list in an order of the die's making (Fisher and Yates); the given list stays as it is. */
export function shuffled<Item>(items: readonly Item[], randomBelow: RandomBelow): Item[] {
  const left = [...items]
  const drawn: Item[] = []
  while (left.length > 0) drawn.push(...left.splice(randomBelow(left.length), 1))
  return drawn
}

/** The paper of one attempt: every question, in an order of its own, each with an order of options of its own. */
export function makeQuestionSnapshot(
  questions: readonly SnapshotQuestion[],
  randomBelow: RandomBelow,
): SnapshotQuestion[] {
  return shuffled(questions, randomBelow).map(({ id, question, options, correctAnswer }) => ({
    id,
    question,
    options: shuffled(options, randomBelow),
    correctAnswer,
  }))
}

/** FNV-1a, 32 bits: spreads texts evenly; no secret depends on it. */
function spread(value: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < value.length; i += 1) hash = Math.imul(hash ^ value.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/**
 * The options in the order of the public list: made from the question's id and the texts alone, so it is always the
 * same and tells nothing about the order in which they were typed (decisions 4).
 */
export function publicOptionOrder(question: { id: string; options: readonly string[] }): string[] {
  const place = new Map(question.options.map((option) => [option, spread(`${option}\n${question.id}`)]))
  return question.options.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0) || (a < b ? -1 : 1))
}

/** Equal when trimmed and without regard to case (spec 5). */
export function isSameAnswer(a: string, b: string): boolean {
  return toComparisonKey(a) === toComparisonKey(b)
}

/** The option a student means, in its own words, or undefined where the question has no such option. */
export function findOption(question: Pick<SnapshotQuestion, 'options'>, answer: string): string | undefined {
  return question.options.find((option) => isSameAnswer(option, answer))
}

/** 10 points for the right option, none for another (decisions 4). */
export function scoreAnswer(question: Pick<SnapshotQuestion, 'correctAnswer'>, answer: string): AnswerScore {
  const correct = isSameAnswer(answer, question.correctAnswer)
  return { correct, points: correct ? POINTS_PER_ANSWER : 0 }
}

type Times = { deadline: Date; lockedAt: Date | null }

/** Since when an attempt is locked at an instant, or null while it runs; the grace belongs to the running time. */
export function lockedSince({ deadline, lockedAt }: Times, now: Date): Date | null {
  if (lockedAt) return lockedAt
  return now.getTime() > deadline.getTime() + GRACE_MS ? deadline : null
}

/**
 * Decides what one answer is worth. A repeated identical answer is no error, because phones retry; a different one is
 * (decisions 4).
 * @param judging.earlier the answer that already stands for this question
 * @param judging.now the referee's clock; at or before the deadline and its grace is in time
 */
export function judge(judging: {
  attempt: Times
  question: Pick<SnapshotQuestion, 'correctAnswer'>
  earlier: GivenAnswer | undefined
  answer: string
  now: Date
}): Verdict {
  const { attempt, question, earlier, answer, now } = judging
  if (earlier && !isSameAnswer(earlier.answer, answer)) return { kind: 'conflict' }
  if (earlier) return { kind: 'repeat', answer: earlier.answer, correct: earlier.correct, points: earlier.points }
  const locked = lockedSince(attempt, now)
  if (!locked) return { kind: 'accepted', answer, ...scoreAnswer(question, answer) }
  // Who finished early hears that; who ran out of time hears of the time.
  return locked < attempt.deadline ? { kind: 'completed' } : { kind: 'late' }
}

/** The points of an attempt and the most it could have had. */
export function scoreAttempt(attempt: { correctCount: number; questionCount: number }): {
  score: number
  maxScore: number
} {
  return { score: attempt.correctCount * POINTS_PER_ANSWER, maxScore: attempt.questionCount * POINTS_PER_ANSWER }
}

/** Why one may not begin a quiz of a category, or undefined where it is today's own (decisions 2 and 4). */
export function findCategoryRefusal(
  asked: AgeCategory,
  birth: string,
  now: Date,
): 'age_category_not_set' | 'other_category' | undefined {
  const own = ageCategoryAt(birth, now)
  if (own === null) return 'age_category_not_set'
  return own === asked ? undefined : 'other_category'
}

const DAY_MS = 24 * 3_600_000
const dayBefore = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)

/**
 * How many days in a row have a quiz, up to today; a streak that ended yesterday still stands until today is over.
 * @param days calendar dates in Lagos, YYYY-MM-DD, in any order
 */
export function countStreakDays(days: readonly string[], today: string): number {
  const taken = new Set(days)
  let day = taken.has(today) ? today : dayBefore(today)
  let streak = 0
  for (; taken.has(day); day = dayBefore(day)) streak += 1
  return streak
}
