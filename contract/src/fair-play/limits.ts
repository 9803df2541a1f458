// Lengths, sizes, durations and counts that server and browser share.

/** Days during which it is known on which device and network a quiz was taken: a month, its draw and an appeal. */
export const ATTEMPT_ORIGIN_DAYS = 90
/**
 * The least milliseconds that reading takes, for each character of a question and its options: 1,200 words a minute, five
 * times as fast as an adult reads.
 */
export const READ_MS_PER_CHARACTER = 10
/** The bounds of that time for one question. Nobody chooses faster than the lower one; the upper one accuses no slow text. */
export const READ_MS_MIN = 400
export const READ_MS_MAX = 3_000
/** The maximum length of an appeal, and of its answer, which a notification shows. */
export const APPEAL_TEXT_MAX = 500
export const APPEAL_ANSWER_MAX = 500
/** Days within which an appeal is answered. */
export const APPEAL_DAYS = 7
