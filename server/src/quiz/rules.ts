// Pure rules of a quiz: time and randomness are arguments.
import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { ageCategoryAt, type AgeCategory } from '@baobab/contract/accounts/rules.ts'
import {
  GRACE_MS,
  POINTS_PER_ANSWER,
  QUIZ_SECONDS,
  READING_FACTOR_MAX,
  READING_WORDS_A_MINUTE,
} from '@baobab/contract/quiz/rules.ts'
import type { Void } from '@baobab/contract/quiz/voids.ts'

/** The answers to a question that count. `alsoCorrect` is a former key that a regrade kept. */
export type AnswerKey = { correctAnswer: string; alsoCorrect?: string | null }

/**
 * A question as copied into an attempt when it started, with the options in that attempt's order. Only a regrade changes it:
 * `corrected` then contains which one, when, and the earlier key.
 */
export type SnapshotQuestion = AnswerKey & {
  id: string
  question: string
  options: string[]
  /** Missing in attempts older than the field. */
  explanation?: string | null
  momentSeconds?: number | null
  /** The keys of one picture per option, in option order. */
  pictures?: string[] | null
  corrected?: { regradeId: string; at: string; from: string }
  /** Who gets its points if a regrade made it void. The key stays, for a regrade that lets the question count again. */
  voided?: Void
}

/** Returns a whole number from 0 to `below` - 1, all equally likely. */
type RandomBelow = (below: number) => number

/** The score of one answer; only a regrade changes it afterwards. */
type AnswerScore = { correct: boolean; points: number }

export type GivenAnswer = AnswerScore & { answer: string }

/** Why an answer was refused. */
type AnswerRefusal =
  | { reason: 'repeated'; earlier: GivenAnswer }
  | { reason: 'already_answered' }
  | { reason: 'time_is_up' }
  | { reason: 'quiz_completed' }

/** Returns a shuffled copy (Fisher and Yates). */
export function shuffle<Item>(items: readonly Item[], randomBelow: RandomBelow): Item[] {
  const left = [...items]
  const drawn: Item[] = []
  while (left.length > 0) drawn.push(...left.splice(randomBelow(left.length), 1))
  return drawn
}

/** Returns how many questions of a pool each student is asked: the number set, or all of them if none is set. */
export function countAsked(poolCount: number, askedCount: number | null): number {
  return askedCount === null ? poolCount : Math.min(askedCount, poolCount)
}

/**
 * Chooses the questions that one student is asked: those with the lowest hashes, in pool order. So the choice does not depend
 * on that order, and a new question replaces at most one of the others.
 * @param hashQuestion a keyed hash of the student, the quiz and a question's id, which nobody can compute in advance
 */
export function chooseQuestions<Question extends { id: string }>(
  pool: readonly Question[],
  askedCount: number,
  hashQuestion: (questionId: string) => string,
): Question[] {
  if (askedCount >= pool.length) return [...pool]
  const hashes = new Map(pool.map(({ id }) => [id, hashQuestion(id)]))
  const byHash = pool.toSorted((a, b) => ((hashes.get(a.id) ?? '') < (hashes.get(b.id) ?? '') ? -1 : 1))
  const chosen = new Set(byHash.slice(0, askedCount))
  return pool.filter((question) => chosen.has(question))
}

/**
 * Chooses the questions of a replay at random: those that are new to the student, or others once none is new.
 * @param seen the ids of the questions that the student has been asked or has practised
 */
export function chooseReplay<Question extends { id: string }>(
  pool: readonly Question[],
  { seen, count }: { seen: ReadonlySet<string>; count: number },
  randomBelow: RandomBelow,
): Question[] {
  const fresh = pool.filter(({ id }) => !seen.has(id))
  return shuffle(fresh.length > 0 ? fresh : pool, randomBelow).slice(0, count)
}

/** Returns the options in a random order, each with its picture if there are pictures. */
export function shuffleOptions(
  { options, pictures }: Pick<SnapshotQuestion, 'options' | 'pictures'>,
  randomBelow: RandomBelow,
): Pick<SnapshotQuestion, 'options' | 'pictures'> {
  const shuffled = shuffle(
    options.map((option, index) => ({ option, picture: pictures?.[index] })),
    randomBelow,
  )
  const keys = shuffled.flatMap(({ picture }) => picture ?? [])
  return { options: shuffled.map(({ option }) => option), ...(keys.length > 0 && { pictures: keys }) }
}

const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
/** Times are rounded up to this many seconds, so that a child can read them. */
const TIME_STEP_SECONDS = 10

/**
 * Returns the seconds of a quiz that is read aloud: the plain time plus the time to hear the questions with their options once,
 * at most double the plain time. It depends only on the text, so it is the same for everyone who gets these questions.
 */
export function readingSeconds(questions: readonly Pick<SnapshotQuestion, 'question' | 'options'>[]): number {
  const words = questions
    .flatMap(({ question, options }) => [question, ...options])
    .reduce((sum, text) => sum + countWords(text), 0)
  const hearing = Math.ceil(((words / READING_WORDS_A_MINUTE) * 60) / TIME_STEP_SECONDS) * TIME_STEP_SECONDS
  return Math.min(QUIZ_SECONDS + hearing, QUIZ_SECONDS * READING_FACTOR_MAX)
}

/** Returns a student's time for a quiz in seconds: extra time set by an admin or time for reading aloud, whichever is longer. */
export function quizSeconds(
  { extraTimeFactor, wantsReading }: { extraTimeFactor: number; wantsReading: boolean },
  questions: Parameters<typeof readingSeconds>[0],
): number {
  return Math.max(QUIZ_SECONDS * extraTimeFactor, wantsReading ? readingSeconds(questions) : 0)
}

/** Copies what an attempt keeps of a question. */
export function copyQuestion(source: SnapshotQuestion): SnapshotQuestion {
  const { id, question, options, pictures, correctAnswer, alsoCorrect, explanation, momentSeconds } = source
  return {
    id,
    question,
    options,
    ...(pictures ? { pictures } : {}),
    correctAnswer,
    ...(alsoCorrect ? { alsoCorrect } : {}),
    ...(typeof explanation === 'string' ? { explanation } : {}),
    ...(typeof momentSeconds === 'number' ? { momentSeconds } : {}),
  }
}

/** Copies the chosen questions for one attempt, with questions and options in a random order. */
export function makeQuestionSnapshot(
  questions: readonly SnapshotQuestion[],
  randomBelow: RandomBelow,
): SnapshotQuestion[] {
  return shuffle(questions, randomBelow).map((asked) => ({
    ...copyQuestion(asked),
    ...shuffleOptions(asked, randomBelow),
  }))
}

/** The 32-bit FNV-1a hash. It is not cryptographic. */
function hashText(value: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < value.length; i += 1) hash = Math.imul(hash ^ value.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/**
 * Returns the options in the order of the public list. Their order depends only on the question's id and the texts, so it is
 * always the same and does not reveal the order in which an admin typed them, which often starts with the correct one.
 */
export function publicOptionOrder(question: { id: string; options: readonly string[] }): string[] {
  const hashes = new Map(question.options.map((option) => [option, hashText(`${option}\n${question.id}`)]))
  return question.options.toSorted((a, b) => (hashes.get(a) ?? 0) - (hashes.get(b) ?? 0) || (a < b ? -1 : 1))
}

/** Returns whether two answers are the same, ignoring case, spaces, quotes and dashes. */
export function isSameAnswer(a: string, b: string): boolean {
  return toComparisonKey(a) === toComparisonKey(b)
}

/** Returns the option that equals the answer, as spelled in the question; undefined if there is none. */
export function findOption(question: Pick<SnapshotQuestion, 'options'>, answer: string): string | undefined {
  // Questions from earlier releases may have options that differ only in spaces or quotes.
  return (
    question.options.find((option) => option === answer) ??
    question.options.find((option) => isSameAnswer(option, answer))
  )
}

/** Whether two answers choose the same option of a question, or are the same if they choose none. */
export function isSameChoice(question: Pick<SnapshotQuestion, 'options'>, a: string, b: string): boolean {
  const choose = (text: string) => findOption(question, text) ?? toComparisonKey(text)
  return choose(a) === choose(b)
}

/** Whether an answer counts: whether it and the key choose the same option, unless the question is void. */
export function isCorrect(question: AnswerKey & Pick<SnapshotQuestion, 'options' | 'voided'>, answer: string): boolean {
  return question.voided ? question.voided === 'all' : matchesKey(question, answer)
}

/** Whether an answer and the key choose the same option, even if the question is void. */
export function matchesKey(question: AnswerKey & Pick<SnapshotQuestion, 'options'>, answer: string): boolean {
  const { correctAnswer, alsoCorrect } = question
  return isSameChoice(question, answer, correctAnswer) || (!!alsoCorrect && isSameChoice(question, answer, alsoCorrect))
}

/** Returns what a student is told about a question once they have answered it, and never before. */
export function revealAnswer({
  correctAnswer,
  explanation = null,
  momentSeconds = null,
  voided,
}: Pick<SnapshotQuestion, 'correctAnswer' | 'explanation' | 'momentSeconds' | 'voided'>) {
  return { correctAnswer, explanation, momentSeconds, ...(voided && { voided }) }
}

/** Scores an answer: 10 points for a correct option, 0 for any other. */
export function scoreAnswer(question: Parameters<typeof isCorrect>[0], answer: string): AnswerScore {
  const correct = isCorrect(question, answer)
  return { correct, points: correct ? POINTS_PER_ANSWER : 0 }
}

type Times = { deadline: Date; lockedAt: Date | null }

/** Returns when an attempt was locked, as of `now`; null while it is running. It is still running during the grace period. */
export function lockedSince({ deadline, lockedAt }: Times, now: Date): Date | null {
  if (lockedAt) return lockedAt
  return now.getTime() > deadline.getTime() + GRACE_MS ? deadline : null
}

/**
 * Explains why the statement that accepts answers refused one; the statement itself decides. Phones retry, so a repeated
 * identical answer is not an error: its first result counts.
 * @param earlier the stored answer to this question, if any
 */
export function explainRefusal({
  deadline,
  lockedAt,
  earlier,
  answer,
}: Times & { earlier: GivenAnswer | undefined; answer: string }): AnswerRefusal {
  if (earlier)
    return isSameAnswer(earlier.answer, answer) ? { reason: 'repeated', earlier } : { reason: 'already_answered' }
  return { reason: lockedAt && lockedAt < deadline ? 'quiz_completed' : 'time_is_up' }
}

/** An attempt's counts. `voidCount` is the number of its questions that count for nobody. */
type AttemptCounts = { correctCount: number; questionCount: number; voidCount: number }

/** Returns an attempt's points and the maximum number of points, without questions that count for nobody. */
export function scoreAttempt({ correctCount, questionCount, voidCount }: AttemptCounts): {
  score: number
  maxScore: number
} {
  return { score: correctCount * POINTS_PER_ANSWER, maxScore: (questionCount - voidCount) * POINTS_PER_ANSWER }
}

/** Returns why a student may not start a quiz in a category; undefined if it is the student's category today. */
export function findCategoryRefusal(
  requested: AgeCategory,
  birth: string,
  now: Date,
): 'age_category_not_set' | 'other_category' | undefined {
  const own = ageCategoryAt(birth, now)
  if (own === null) return 'age_category_not_set'
  return own === requested ? undefined : 'other_category'
}
