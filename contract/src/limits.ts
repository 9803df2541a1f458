// The numbers of the product that the spec or the decisions name, once. Sources: SPEC.md 5 and 9 ("spec"), DECISIONS.md ("decisions").

/** Seconds a quiz lasts (spec 9). */
export const QUIZ_SECONDS = 120
/** Milliseconds of grace for the network after the deadline (decisions 4). */
export const GRACE_MS = 2_000
/** Points of one correct answer (spec 9). */
export const POINTS_PER_ANSWER = 10
/** Most questions of one video and category (decisions 4). */
export const MAX_QUESTIONS = 50
export const QUESTION_LENGTH = 500
export const OPTION_LENGTH = 200
/** Options of one question (spec 9). */
export const OPTIONS = 4
/** Finished attempts of one video and category, the newest, over which question statistics are made. */
export const STATISTICS_ATTEMPTS = 1_000
/** Days that a chart of the console shows at most. */
export const METRICS_MAX_DAYS = 366
/** Popular videos and games on the console's first page (spec 9). */
export const POPULAR = 2
/** Places on a board (spec 9). */
export const LEADERBOARD_SIZE = 1_000
/** Bytes and rows of a spreadsheet of questions (decisions 4). */
export const QUESTION_FILE_BYTES = 5 * 1_048_576
export const QUESTION_FILE_ROWS = 5_000
/** Price in kobo where nobody set another: 1000 NGN (spec 9). */
export const PRICE_KOBO = 100_000
/** What an operator may ask for, in kobo. */
export const PRICE_KOBO_MIN = 10_000
export const PRICE_KOBO_MAX = 100_000_000
/** Milliseconds in which a payment that was opened is given again in place of another (security.md P-18). */
export const REOPEN_MS = 30 * 60_000
/** Milliseconds after which the provider is not asked any more about a payment that never settled (7 days). */
export const ASK_FOR_MS = 7 * 24 * 3_600_000
/** Milliseconds a parent's link to pay lives. */
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
/** Years of age with a category: 5 to 20 (decisions 2). */
export const AGE_MIN = 5
export const AGE_MAX = 20

/** Milliseconds a mailed code lives after its hand-over (decisions 2). */
export const CODE_MS = 15 * 60_000
/** Wrong tries after which a code is dead (decisions 2). */
export const CODE_TRIES = 5
/** Milliseconds before a code may be asked for again (decisions 2). */
export const RESEND_MS = 60_000
/** Milliseconds a reset link lives (decisions 2). */
export const RESET_MS = 30 * 60_000
/** Mails of one kind to one address (decisions 2). */
export const MAILS_AN_HOUR = 5
export const MAILS_A_DAY = 20
/** Milliseconds an unverified account holds its username (decisions 2). */
export const UNVERIFIED_HOLDS_MS = 7 * 24 * 3_600_000
/** Session lengths in milliseconds (decisions 2). */
export const SESSION_MS = 12 * 3_600_000
export const REMEMBERED_SESSION_MS = 30 * 24 * 3_600_000
export const ADMIN_SESSION_MS = 8 * 3_600_000
/** Milliseconds after the password was given in which an admin may export, invite and draw (decisions 2). */
export const REAUTHENTICATION_MS = 15 * 60_000

/** Milliseconds an invitation to become an admin lives (decisions 2). */
export const INVITATION_MS = 72 * 3_600_000
/** Codes that let an admin in without the second factor, each once. */
export const RECOVERY_CODES = 10

export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 2_000
/** Bytes of a video file (decisions 3): 500 x 1,048,576. */
export const VIDEO_BYTES = 500 * 1_048_576
/** Seconds of a film: a few bytes may claim days, which an encoder would make. */
export const VIDEO_SECONDS = 4 * 3_600
/** Bytes of captions (WebVTT) and of a poster before it is made small. */
export const CAPTIONS_BYTES = 512 * 1_024
export const POSTER_BYTES = 5 * 1_048_576
/** Characters of a story that is read instead of a film. */
export const TRANSCRIPT_MAX = 20_000
/** Bytes of a profile picture before it is made small (security.md U-21). */
export const PICTURE_BYTES = 2 * 1_048_576
/** Side of a stored profile picture in pixels (security.md U-08). */
export const PICTURE_SIDE = 512

/** Characters of a notification (title: TITLE_MAX). */
export const NOTIFICATION_MAX = 2_000

export const NAME_MAX = 100
export const MESSAGE_MAX = 5_000
