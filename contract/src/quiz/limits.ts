// Lengths, sizes, durations and counts that server and browser share.

/** The duration of a quiz in seconds. */
export const QUIZ_SECONDS = 120
/** By how much an admin may lengthen the time of a student's quizzes. */
export const EXTRA_TIME_FACTORS = [1, 1.5, 2] as const
export type ExtraTimeFactor = (typeof EXTRA_TIME_FACTORS)[number]
/** Milliseconds after the deadline during which an answer still counts, to allow for network delay. */
export const GRACE_MS = 2_000
/** Points for one correct answer. */
export const POINTS_PER_ANSWER = 10
/** The maximum number of questions in one quiz (one video and age category). */
export const MAX_QUESTIONS = 50
export const QUESTION_LENGTH = 500
/** Questions of the practice of a day. */
export const DAILY_PRACTICE_QUESTIONS = 3
/** Seconds: no video is longer than a day. */
export const MOMENT_MAX = 86_400
/** Characters of the explanation of a question. */
export const EXPLANATION_LENGTH = 300
export const OPTION_LENGTH = 200
/** The maximum number of days of one pause of a streak: an illness or a term's exams. */
export const STREAK_PAUSE_DAYS = 60
/** Milliseconds after a quiz during which its result shows the movement on the leaderboard; later it has other causes. */
export const RESULT_MOVEMENT_MS = 3_600_000
/** The number of options of each question. */
export const OPTIONS = 4
/** Question statistics are computed from this many of the newest finished attempts at a quiz. */
export const STATISTICS_ATTEMPTS = 1_000
/** The maximum length of what a student writes about a question: a sentence or two, typed on a phone. */
export const REPORT_TEXT_MAX = 300
/** The maximum length of an admin's answer, which a notification shows below the question. */
export const REPORT_ANSWER_MAX = 500
/** The number of newest reports that an admin sees of one question; all of them are counted. */
export const REPORTS_SHOWN = 100
/** The maximum size of a question import, in bytes and in rows. */
export const QUESTION_FILE_BYTES = 5 * 1_048_576
export const QUESTION_FILE_ROWS = 5_000
/** Months during which the quizzes of an erased account cannot be taken again with the same email. */
export const FORMER_ATTEMPT_MONTHS = 12
/** Width and height of the picture of an option in pixels: twice its size on a phone. */
export const OPTION_PICTURE_SIDE = 480
/** The maximum size of the four pictures of a question together, as they are uploaded. */
export const OPTION_PICTURES_BYTES = 4 * 1_048_576
