// Decides which attempts of two merged accounts count, and which accounts may belong to one student.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'

/** An attempt that counts in its account. */
export type CountingAttempt = {
  id: string
  studentId: string
  videoId: string
  ageCategory: AgeCategory
  startedAt: Date
}

/** Returns whether an attempt was started before another. For equal times the ids decide, so that the order is total. */
const isEarlier = (a: CountingAttempt, b: CountingAttempt) =>
  a.startedAt.getTime() === b.startedAt.getTime() ? a.id < b.id : a.startedAt < b.startedAt

/**
 * Chooses among two accounts' attempts: for each quiz the earliest counts, because it is the student's first try. The result
 * does not depend on which account remains, so nobody gains from choosing a direction.
 * @returns the attempts that count, and those that no longer do
 */
export function chooseAttempts<A extends CountingAttempt>(attempts: readonly A[]): { counting: A[]; replaced: A[] } {
  const byQuiz = new Map<string, A>()
  for (const attempt of attempts) {
    const quiz = `${attempt.videoId} ${attempt.ageCategory}`
    const other = byQuiz.get(quiz)
    if (!other || isEarlier(attempt, other)) byQuiz.set(quiz, attempt)
  }
  const chosen = new Set(byQuiz.values())
  return { counting: [...chosen], replaced: attempts.filter((attempt) => !chosen.has(attempt)) }
}

/** The fewest letters two names must share to mean anything. */
const STEM_MIN = 3
const PART_MIN = 4
/** Names at least this long may differ by one or two typing errors. */
const TYPO_LENGTH = 5
const MAX_TYPOS = 2

/** Returns a username's letters: students add digits and symbols when a name is taken. */
const toStem = (username: string) => username.toLowerCase().replace(/[^a-z]/g, '')

/**
 * Returns whether two usernames may be spellings of one name: `ada.obi` and `adaobi12`, `tunde` and `tunde_b`, `chioma` and
 * `chiomma`.
 */
export function isNameAlike(one: string, other: string): boolean {
  const [short = '', long = ''] = [toStem(one), toStem(other)].toSorted((a, b) => a.length - b.length)
  if (short === long) return short.length >= STEM_MIN
  if (short.length >= PART_MIN && long.includes(short)) return true
  return short.length >= TYPO_LENGTH && countTypos(short, long) <= MAX_TYPOS
}

/** Returns the Levenshtein distance: how many letters must be changed, added or removed. */
function countTypos(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (const [row, letter] of Array.from(a).entries()) {
    const current = [row + 1]
    for (let column = 1; column <= b.length; column += 1) {
      const changed = (previous[column - 1] ?? 0) + (letter === b[column - 1] ? 0 : 1)
      current.push(Math.min(changed, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
