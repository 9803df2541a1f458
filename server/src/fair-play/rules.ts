// Pure rules for what is flagged about attempts. Each rule errs on the student's side: it stays silent about honest children
// who share a classroom, a computer or a mistake, and a flag is a question for an admin, never a decision.
import { APPEAL_DAYS, READ_MS_MAX, READ_MS_MIN, READ_MS_PER_CHARACTER } from '@baobab/contract/fair-play/text.ts'
import { CHANGES_CLOSE_BEFORE_MS } from '@baobab/contract/scholarship/draw/schedule.ts'
import { scholarshipMonth } from '@baobab/contract/scholarship/rules.ts'
import { isCorrect, type SnapshotQuestion } from '../quiz/rules.ts'

export type TimedAnswer = { questionId: string; answer: string; correct: boolean; answeredAt: Date }

/** A finished attempt with its answers in any order. */
export type FinishedAttempt = {
  startedAt: Date
  questionSnapshot: readonly SnapshotQuestion[]
  answers: readonly TimedAnswer[]
}

/** Fewer answers than this say nothing about how they were found. */
const FEWEST_ANSWERS = 3
/** Random taps get four of five answers right once in sixty tries. */
const HASTY_SHARE_CORRECT = 0.8
/** A perfect quiz within this many times the minimum reading time leaves no time to think. */
const QUICK_FACTOR = 2
/** How rare the same wrong answers in the same order must be: one pair in a million matches this closely by chance. */
const RARE_BITS = 20
/** More students than this sharing a device within a day, or a network and a quiz within an hour, are a class or a café. */
export const CROWD = 5
/** A pair of accounts that repeats in this many quizzes is no coincidence, even on a school computer. */
const REPEATED_QUIZZES = 3
/** The longest time between one account seeing the answers and another one starting. The other may have started earlier. */
export const AFTER_LOOK_MS = 10 * 60_000
/** How long after an account was deleted a new one on the same network is compared with it. */
export const AFTER_ERASURE_MS = 60 * 60_000

/** Returns the minimum reading time of a question and its options, in milliseconds. */
export function readingMs({ question, options }: Pick<SnapshotQuestion, 'question' | 'options'>): number {
  const characters = [question, ...options].reduce((total, text) => total + text.length, 0)
  return Math.min(Math.max(characters * READ_MS_PER_CHARACTER, READ_MS_MIN), READ_MS_MAX)
}

type StoredAnswer = Omit<TimedAnswer, 'correct'>

/** Judges answers by the current keys of their questions, which may have been corrected since. */
export function judgeAnswers(
  answers: readonly StoredAnswer[],
  questionSnapshot: readonly SnapshotQuestion[],
): TimedAnswer[] {
  const questions = new Map(questionSnapshot.map((question) => [question.id, question]))
  return answers.map(({ questionId, answer, answeredAt }) => {
    const question = questions.get(questionId)
    return { questionId, answer, answeredAt, correct: question !== undefined && isCorrect(question, answer) }
  })
}

/**
 * Returns the questions of an attempt with their judged answers, without void questions: they say nothing about how answers were
 * found.
 */
export function judgeAttempt(
  given: readonly StoredAnswer[],
  snapshot: readonly SnapshotQuestion[],
): Pick<FinishedAttempt, 'questionSnapshot' | 'answers'> {
  const questionSnapshot = snapshot.filter(({ voided }) => !voided)
  const ids = new Set(questionSnapshot.map(({ id }) => id))
  const counting = given.filter(({ questionId }) => ids.has(questionId))
  return { questionSnapshot, answers: judgeAnswers(counting, questionSnapshot) }
}

/** Returns the answers in the order they were given. */
export function sortAnswers<A extends TimedAnswer>(answers: readonly A[]): A[] {
  return answers.toSorted(
    (a, b) => a.answeredAt.getTime() - b.answeredAt.getTime() || (a.questionId < b.questionId ? -1 : 1),
  )
}

/** Answers that came faster than their questions can be read. */
type Haste = { answers: number; correct: number; seconds: number; readingSeconds: number }

const toSeconds = (ms: number) => Math.round(ms / 10) / 100

/**
 * Returns the first answers of an attempt that came faster than they can be read and are mostly right; undefined if there are
 * none. Only the time since the start counts: after a lost connection a phone sends its answers all at once, so the time
 * between two answers proves nothing.
 */
export function findHaste({ startedAt, questionSnapshot, answers }: FinishedAttempt): Haste | undefined {
  const questions = new Map(questionSnapshot.map((question) => [question.id, question]))
  let [correct, needed] = [0, 0]
  for (const [index, answer] of sortAnswers(answers).entries()) {
    const question = questions.get(answer.questionId)
    if (!question) continue
    needed += readingMs(question)
    if (answer.correct) correct += 1
    const [count, taken] = [index + 1, answer.answeredAt.getTime() - startedAt.getTime()]
    if (count >= FEWEST_ANSWERS && taken < needed && correct >= HASTY_SHARE_CORRECT * count)
      return { answers: count, correct, seconds: toSeconds(taken), readingSeconds: toSeconds(needed) }
  }
  return undefined
}

/** Returns whether all questions were answered correctly, and there are enough of them to mean something. */
export function isPerfect({ questionSnapshot, answers }: FinishedAttempt): boolean {
  const correct = answers.filter((answer) => answer.correct).length
  return questionSnapshot.length >= FEWEST_ANSWERS && correct === questionSnapshot.length
}

/** Returns whether an attempt is perfect and left no time to think: the answers were known before it started. */
export function isSuspect(attempt: FinishedAttempt): boolean {
  if (!isPerfect(attempt)) return false
  const needed = attempt.questionSnapshot.reduce((total, question) => total + readingMs(question), 0)
  const last = Math.max(...attempt.answers.map(({ answeredAt }) => answeredAt.getTime()))
  return last - attempt.startedAt.getTime() <= QUICK_FACTOR * needed
}

/** Returns the wrong answers in the order they were given; undefined if there are too few to compare. */
export function listWrongAnswers({ answers }: FinishedAttempt): TimedAnswer[] | undefined {
  const wrong = sortAnswers(answers).filter(({ correct }) => !correct)
  return wrong.length < FEWEST_ANSWERS ? undefined : wrong
}

/**
 * Returns how rare it is, in bits, that another student gives the same wrong answers in the same order. Common mistakes count
 * for little. The order adds log2(k!), because each attempt has its own order.
 * @param chosen how many of the quiz's `finishers` gave each of these wrong answers
 */
export function countBits(chosen: readonly number[], finishers: number): number {
  const mistakes = chosen.reduce((bits, count) => bits - Math.log2((count + 1) / (finishers + 4)), 0)
  const order = chosen.reduce((bits, _, index) => bits + Math.log2(index + 1), 0)
  return mistakes + order
}

/** Returns whether matching wrong answers are too rare for chance. */
export const isTooRare = (bits: number): boolean => bits >= RARE_BITS

/** What two attempts share. */
export type Link = 'device' | 'network'

type SharedLook = {
  link: Link
  /** Whether many students share the device or network. */
  isCrowd: boolean
  /** Whether the answers came faster than they can be read. */
  isHasty: boolean
  /** In how many quizzes the same account looked at the answers just before this one was perfect and quick. */
  quizzes: number
}

/**
 * Returns whether to flag that another account saw the answers just before or during a suspect attempt, on one device or
 * network. Families share both, so a network needs more than one quiz; a crowd's network proves nothing.
 */
export function isFlaggedLook({ link, isCrowd, isHasty, quizzes }: SharedLook): boolean {
  const isStrong = isHasty || quizzes >= REPEATED_QUIZZES
  return link === 'device' ? !isCrowd || isStrong : !isCrowd && isStrong
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long before an appeal is due admins are reminded of it. */
export const REMIND_BEFORE_MS = [48 * HOUR_MS, 12 * HOUR_MS] as const

/**
 * Returns when an appeal is due: within a week, and before the hour in which undecided cases are struck out of the next draw.
 * @param otherDraws the times of pending draws that include the student, such as repeated ones
 */
export function appealDueAt(madeAt: Date, otherDraws: readonly Date[]): Date {
  // In the first days of a month, the previous month's draw is still to come. A week reaches no later one.
  const nearMonths = [madeAt, new Date(madeAt.getTime() - APPEAL_DAYS * DAY_MS)].map(scholarshipMonth)
  const draws = [...nearMonths.map(({ drawsAt }) => drawsAt), ...otherDraws]
  const strikes = draws.map((at) => at.getTime() - CHANGES_CLOSE_BEFORE_MS).filter((at) => at > madeAt.getTime())
  return new Date(Math.min(madeAt.getTime() + APPEAL_DAYS * DAY_MS, ...strikes))
}

/** Returns how many reminders of an appeal are due at a given time. */
export function countRemindersDue(dueAt: Date, now: Date): number {
  return REMIND_BEFORE_MS.filter((before) => now.getTime() >= dueAt.getTime() - before).length
}
