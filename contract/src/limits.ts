// The limits of the product: lengths, sizes, durations and counts that server and browser share.

/** Seconds that a quiz lasts. */
export const QUIZ_SECONDS = 120
/** Milliseconds after the deadline in which an answer still counts, for the time that it spent in the network. */
export const GRACE_MS = 2_000
/** Points for one correct answer. */
export const POINTS_PER_ANSWER = 10
/** The most questions of one quiz (one video and age category). */
export const MAX_QUESTIONS = 50
export const QUESTION_LENGTH = 500
export const OPTION_LENGTH = 200
/** Options of each question. */
export const OPTIONS = 4
/** Question statistics cover this many of the newest finished attempts of a quiz. */
export const STATISTICS_ATTEMPTS = 1_000
/** The most days that a chart of metrics shows. */
export const METRICS_MAX_DAYS = 366
/** Popular videos and quizzes on the admin's dashboard. */
export const POPULAR = 2
/** Entries of a leaderboard. */
export const LEADERBOARD_SIZE = 1_000
/** The largest file of a question import, in bytes and rows. */
export const QUESTION_FILE_BYTES = 5 * 1_048_576
export const QUESTION_FILE_ROWS = 5_000
/** The default price in kobo: 1,000 NGN. */
export const PRICE_KOBO = 100_000
/** The range of prices that can be set, in kobo. */
export const PRICE_KOBO_MIN = 10_000
export const PRICE_KOBO_MAX = 100_000_000
/** Milliseconds in which paying again returns the open payment instead of opening a second one. */
export const REOPEN_MS = 30 * 60_000
/** Milliseconds for which the provider is polled about an unpaid payment: 7 days. */
export const ASK_FOR_MS = 7 * 24 * 3_600_000
/** Milliseconds for which a parent's payment link is valid. */
export const PAY_LINK_MS = 7 * 24 * 3_600_000

export const USERNAME_MIN = 5
export const STUDENT_USERNAME_MAX = 10
export const ADMIN_USERNAME_MAX = 30
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 70
export const EMAIL_MAX = 254
export const ADDRESS_MIN = 5
export const ADDRESS_MAX = 200
export const SCHOOL_MAX = 120
/** Ages that belong to an age category. */
export const AGE_MIN = 5
export const AGE_MAX = 20

/** Milliseconds for which a mailed code is valid, from when the mail server accepted it. */
export const CODE_MS = 15 * 60_000
/** Wrong attempts after which a code is no longer valid. */
export const CODE_TRIES = 5
/** Milliseconds before another code can be requested. */
export const RESEND_MS = 60_000
/** Milliseconds for which a password reset link is valid. */
export const RESET_MS = 30 * 60_000
/** Mails of one kind that one address gets. */
export const MAILS_AN_HOUR = 5
export const MAILS_A_DAY = 20
/** Milliseconds for which an unverified account reserves its username. */
export const UNVERIFIED_HOLDS_MS = 7 * 24 * 3_600_000
/** Session lengths in milliseconds. */
export const SESSION_MS = 12 * 3_600_000
export const REMEMBERED_SESSION_MS = 30 * 24 * 3_600_000
export const ADMIN_SESSION_MS = 8 * 3_600_000
/** Milliseconds after giving the password in which an admin may export, invite and draw. */
export const REAUTHENTICATION_MS = 15 * 60_000

/** Milliseconds for which an invitation to become an admin is valid. */
export const INVITATION_MS = 72 * 3_600_000
/** Single-use codes that replace the second factor of an admin. */
export const RECOVERY_CODES = 10

export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 2_000
/** The largest video file in bytes: 500 MiB. */
export const VIDEO_BYTES = 500 * 1_048_576
/** The longest video in seconds. A few bytes can claim a duration of days, which would then be encoded. */
export const VIDEO_SECONDS = 4 * 3_600
/** The largest captions file (WebVTT) and poster upload in bytes. */
export const CAPTIONS_BYTES = 512 * 1_024
export const POSTER_BYTES = 5 * 1_048_576
/** The longest transcript in characters. */
export const TRANSCRIPT_MAX = 20_000
/** The largest upload of a profile picture in bytes. */
export const PICTURE_BYTES = 2 * 1_048_576
/** Width and height of a stored profile picture in pixels. */
export const PICTURE_SIDE = 512

/** The longest notification in characters; its title is limited by TITLE_MAX. */
export const NOTIFICATION_MAX = 2_000

export const NAME_MAX = 100
export const MESSAGE_MAX = 5_000
