// Limits that server and browser share, and pure rules.

/** Friends are for students of this age and older. A guardian cannot switch them on for younger ones yet. */
export const FRIENDS_AGE_MIN = 13
export const FRIENDS_MAX = 50
/** The number of unanswered requests that a student may have, sent and received together. */
export const REQUESTS_MAX = 20
/** Days after which an unanswered request is deleted. */
export const REQUEST_DAYS = 30

/** The number of challenges with one friend that are not over. */
export const CHALLENGES_MAX = 3
/** The number of challenges that can be started with one friend on a day, by both together. */
export const CHALLENGES_A_DAY = 10
/** Days in which both must play a challenge. */
export const CHALLENGE_DAYS = 7
export const CHALLENGE_QUESTIONS = 5
/** Days after which a challenge is deleted with its result. */
export const CHALLENGE_KEPT_DAYS = 30

/**
 * No vowels, so that no code is a word, and nothing that looks like another character: 0 and O, 1 and I and L, 2 and Z, 5 and S,
 * 6 and G, 8 and B.
 */
export const CODE_CHARACTERS = '3479CDFHJKMNPQRTVWXY'
export const CODE_LENGTH = 8

const codeInText = new RegExp(
  `(?:^|[^A-Z\\d])([${CODE_CHARACTERS}]{4})[\\s\\p{Pd}]?([${CODE_CHARACTERS}]{4})(?![A-Z\\d])`,
  'u',
)

/** Finds a code in what was typed, pasted or scanned: with spaces or dashes, in small letters, in a link. Undefined if there is none. */
export function findFriendCode(text: string): string | undefined {
  const [, start = '', end = ''] = codeInText.exec(text.normalize('NFKC').toUpperCase()) ?? []
  return start === '' ? undefined : start + end
}

/** Returns a code as people read it out: 'K7MP 9XQT'. */
export function formatFriendCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)} ${code.slice(CODE_LENGTH / 2)}`
}
