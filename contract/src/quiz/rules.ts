// Limits that server and browser share, and pure rules.
import { toComparisonKey } from '../kernel/comparison.ts'

/** The duration of a quiz in seconds. */
export const QUIZ_SECONDS = 120
/** The factors by which an admin may extend a student's quiz time. */
export const EXTRA_TIME_FACTORS = [1, 1.5, 2] as const
export type ExtraTimeFactor = (typeof EXTRA_TIME_FACTORS)[number]
/** Words per minute when a quiz is read aloud: fewer than a voice reads, because children want to hear a text twice. */
export const READING_WORDS_A_MINUTE = 110
/** A quiz that is read aloud takes at most this many times the usual time, the same as the longest extra time from admins. */
export const READING_FACTOR_MAX = 2
/** Milliseconds after the deadline during which an answer still counts, to allow for network delay. */
export const GRACE_MS = 2_000
/** Points for one correct answer. */
export const POINTS_PER_ANSWER = 10
/** The maximum number of questions in one quiz (one video and age category). */
export const MAX_QUESTIONS = 50
export const QUESTION_LENGTH = 500
/** The number of questions in a day's practice. */
export const DAILY_PRACTICE_QUESTIONS = 3
/** In seconds: no video is longer than a day. */
export const MOMENT_MAX = 86_400
/** The maximum length of a question's explanation, in characters. */
export const EXPLANATION_LENGTH = 300
export const OPTION_LENGTH = 200
/** The maximum number of days in one pause of a streak: enough for an illness or a term's exams. */
export const STREAK_PAUSE_DAYS = 60
/** Milliseconds after a quiz during which its result shows the movement on the leaderboard; later movement has other causes. */
export const RESULT_MOVEMENT_MS = 3_600_000
/** The number of options of each question. */
export const OPTIONS = 4
/** Question statistics are computed from this many of the newest finished attempts at a quiz. */
export const STATISTICS_ATTEMPTS = 1_000
/** The maximum length of a student's text about a question: a sentence or two, typed on a phone. */
export const REPORT_TEXT_MAX = 300
/** The maximum length of an admin's answer, which a notification shows below the question. */
export const REPORT_ANSWER_MAX = 500
/** The number of newest reports about a question that an admin sees; all of them are counted. */
export const REPORTS_SHOWN = 100
/** The maximum size of a question import, in bytes and in rows. */
export const QUESTION_FILE_BYTES = 5 * 1_048_576
export const QUESTION_FILE_ROWS = 5_000
/** Months during which the quizzes of an erased account cannot be taken again with the same email. */
export const FORMER_ATTEMPT_MONTHS = 12
/** The width and height of an option's picture in pixels: twice its size on a phone. */
export const OPTION_PICTURE_SIDE = 480
/** The maximum total size of a question's four uploaded pictures. */
export const OPTION_PICTURES_BYTES = 4 * 1_048_576

// Moments in a video as people write them: minutes and seconds.

/** Parses '1:05' or '65' as 65 seconds. @returns undefined if the text is neither */
export function parseMoment(text: string): number | undefined {
  const match = /^(?:(\d{1,3}):([0-5]\d)|(\d{1,5}))$/.exec(text.trim())
  if (!match) return undefined
  const [, minutes, seconds, whole] = match
  return whole === undefined ? Number(minutes) * 60 + Number(seconds) : Number(whole)
}

/** Formats 65 seconds as '1:05'. */
export function formatMoment(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

// How a question's pictures follow its options when an admin edits them. The form uses it to announce what the server will do.

type Illustrated<Picture> = { options: readonly string[]; pictures: readonly Picture[] | null }

/**
 * Returns the pictures in the order of the edited options: each follows the text of its option. Returns null if there are no
 * pictures or an option is new, because either all four options have a picture or none does.
 */
export function followOptions<Picture>(
  { options, pictures }: Illustrated<Picture>,
  edited: readonly string[],
): Picture[] | null {
  const keys = options.map(toComparisonKey)
  const followed = edited.map((option) => pictures?.[keys.indexOf(toComparisonKey(option))])
  return followed.every((picture) => picture !== undefined) ? followed : null
}

// Whether a quiz leaves enough time for the number of questions that each student is asked.

/**
 * The minimum seconds for one question. A question and its four options have about 25 words, which take a fluent ten-year-old
 * reader 8 seconds. An admin may want a quiz that only fast readers finish; an even faster one is a mistake.
 */
export const LEAST_SECONDS_PER_QUESTION = 5

/** Returns the seconds that a student has for each question, rounded to a tenth. */
export function secondsPerQuestion(asked: number): number {
  return Math.round((QUIZ_SECONDS / asked) * 10) / 10
}

/** Whether a quiz with this many questions leaves too little time for each. Admins are warned; nothing is refused. */
export function isTooFast(asked: number): boolean {
  return asked * LEAST_SECONDS_PER_QUESTION > QUIZ_SECONDS
}

/** The maximum number of questions that leaves enough time for each. */
export const MOST_UNHURRIED = Math.floor(QUIZ_SECONDS / LEAST_SECONDS_PER_QUESTION)
