// The limits of the product: lengths, sizes, durations and counts that server and browser share.

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
/** The number of entries above and below a student's own that are shown as neighbours. */
export const NEIGHBOURS = 3
/** The number of options of each question. */
export const OPTIONS = 4
/** The maximum number of moral values of one video. */
export const VIDEO_VALUES_MAX = 3
/** The maximum number of videos that a student can bookmark. */
export const BOOKMARKS_MAX = 500
/** Question statistics are computed from this many of the newest finished attempts at a quiz. */
export const STATISTICS_ATTEMPTS = 1_000
/** The maximum number of days in a chart of metrics. */
export const METRICS_MAX_DAYS = 366
/** The number of videos on a page of a list. */
export const VIDEOS_PER_PAGE = 24
/** Milliseconds for which visitors get pages as last made while the database is away: longer than a restart or a failover takes. */
export const VISITOR_COPY_MS = 600_000
/** The number of popular videos and of popular quizzes on the admin's dashboard. */
export const POPULAR = 2
/** The number of entries of a leaderboard. */
export const LEADERBOARD_SIZE = 1_000
/** The maximum length of what a student writes about a question: a sentence or two, typed on a phone. */
export const REPORT_TEXT_MAX = 300
/** The maximum length of an admin's answer, which a notification shows below the question. */
export const REPORT_ANSWER_MAX = 500
/** The number of newest reports that an admin sees of one question; all of them are counted. */
export const REPORTS_SHOWN = 100
/** The maximum size of a question import, in bytes and in rows. */
export const QUESTION_FILE_BYTES = 5 * 1_048_576
export const QUESTION_FILE_ROWS = 5_000
/** The default price in kobo: 1,000 NGN. */
export const PRICE_KOBO = 100_000
/** The range of prices that can be set, in kobo. */
export const PRICE_KOBO_MIN = 10_000
export const PRICE_KOBO_MAX = 100_000_000
/** Milliseconds during which paying again returns the open payment instead of opening a second one. */
export const REOPEN_MS = 30 * 60_000
/** Milliseconds during which the provider is polled about an unpaid payment: 7 days. */
export const ASK_FOR_MS = 7 * 24 * 3_600_000
/** The validity of a parent's payment link in milliseconds. */
export const PAY_LINK_MS = 7 * 24 * 3_600_000

/** The number of views of one list that an admin can save, and the length of their names. */
export const SAVED_VIEWS_MAX = 30
export const SAVED_VIEW_NAME_MAX = 60

export const USERNAME_MIN = 5
export const STUDENT_USERNAME_MAX = 10
export const ADMIN_USERNAME_MAX = 30
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 70
export const EMAIL_MAX = 254
export const ADDRESS_MIN = 5
export const ADDRESS_MAX = 200
export const SCHOOL_MAX = 120
export const GUARDIAN_NAME_MAX = 100
/** The length of the name that a winner may show instead of the username, its letters and all of it. */
export const PUBLIC_NAME_MIN = 2
export const PUBLIC_NAME_MAX = 60
/** The length of an admin's reason to change a claim, which the winner and the guardian read. */
export const CLAIM_REASON_MAX = 300
/** The length of the reference of a payout, as a bank's receipt shows it. */
export const PAYOUT_RECEIPT_MAX = 80
/** The maximum length of the office of a witness, such as 'Head teacher of a school in Kano'. */
export const WITNESS_NAME_MAX = 60
/** The maximum length of what a student who is missing from a list writes, and of the answer, which a notification shows. */
export const LIST_CLAIM_TEXT_MAX = 300
export const LIST_CLAIM_ANSWER_MAX = 500
/** The number of list claims that an admin sees at once: the open ones first. */
export const LIST_CLAIMS_SHOWN = 100
/** How long a winner has to claim the prize, in milliseconds. */
export const CLAIM_MS = 14 * 24 * 3_600_000
/** How many days before that the winner and the guardian are reminded. */
export const CLAIM_REMINDER_DAYS = [7, 3, 1] as const
/** A winner who is younger when the month closes gets the prize only if a guardian agrees. */
export const ADULT_AGE = 18
/** The ages that belong to an age category. */
export const AGE_MIN = 5
export const AGE_MAX = 20

/** The validity of an emailed code in milliseconds, counted from when the mail server accepted it. */
export const CODE_MS = 15 * 60_000
/** The number of wrong attempts after which a code is no longer valid. */
export const CODE_TRIES = 5
/** Milliseconds until another code can be requested. */
export const RESEND_MS = 60_000

/** How long a sign-in with an identity provider may take until the provider returns the browser. */
export const SIGN_IN_MS = 10 * 60_000
/** How long the code works with which the tab that began finishes a sign-in. */
export const SIGN_IN_CODE_MS = 60_000
/** How long the form of a first sign-in may take. */
export const SIGN_IN_TICKET_MS = 30 * 60_000
/** Nobody younger has an account at a provider; a parent registers these children by email. */
export const PROVIDER_AGE_MIN = 11

/** The validity of a password reset link in milliseconds. */
export const RESET_MS = 30 * 60_000
/** The maximum number of emails of one kind that one address gets per hour. */
export const MAILS_AN_HOUR = 5
export const MAILS_A_DAY = 20
/** Milliseconds after which an unverified registration is deleted; until then it reserves its username. */
export const UNVERIFIED_HOLDS_MS = 7 * 24 * 3_600_000
/** Days after the last mail to a guardian who does not agree until the registration is deleted. */
export const GUARDIAN_WAIT_DAYS = 30
/** The maximum number of unverified registrations of one email. */
export const PENDING_REGISTRATIONS = 5
/** Months after which a contact message is deleted. */
export const CONTACT_MESSAGE_MONTHS = 12
/** Months during which the quizzes of an erased account cannot be taken again with the same email. */
export const FORMER_ATTEMPT_MONTHS = 12
/** Months without a session after which a student's account is erased. */
export const INACTIVE_MONTHS = 24
/** Days before the erasure at which two emails announce it. */
export const FIRST_INACTIVITY_MAIL_DAYS = 30
export const LAST_INACTIVITY_MAIL_DAYS = 7
/** Session lengths in milliseconds. */
export const SESSION_MS = 12 * 3_600_000
export const REMEMBERED_SESSION_MS = 30 * 24 * 3_600_000
export const ADMIN_SESSION_MS = 8 * 3_600_000
/** The number of browsers that an account is recognised in. */
export const KNOWN_BROWSERS = 10
/** The number of accounts that one browser, such as that of a school's computer, is recognised for. */
export const BROWSER_ACCOUNTS = 50
/** Milliseconds after entering the password during which an admin may export, invite and draw. */
export const REAUTHENTICATION_MS = 15 * 60_000

/** The validity of an invitation to become an admin in milliseconds. */
export const INVITATION_MS = 72 * 3_600_000
/** The number of single-use codes that replace an admin's second factor. */
export const RECOVERY_CODES = 10

export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 2_000
/** The maximum size of a video file in bytes: 500 MiB. */
export const VIDEO_BYTES = 500 * 1_048_576
/**
 * The maximum length of a video in seconds. A file of a few bytes can claim a duration of days, all of which would be
 * encoded.
 */
export const VIDEO_SECONDS = 4 * 3_600
/** The maximum size of an uploaded captions file (WebVTT) and of an uploaded poster, in bytes. */
export const CAPTIONS_BYTES = 512 * 1_024
export const POSTER_BYTES = 5 * 1_048_576
/** The maximum length of a transcript in characters. */
export const TRANSCRIPT_MAX = 20_000
/** The maximum size of an uploaded profile picture in bytes. */
export const PICTURE_BYTES = 2 * 1_048_576
/** Width and height of the picture of an option in pixels: twice its size on a phone. */
export const OPTION_PICTURE_SIDE = 480
/** The maximum size of the four pictures of a question together, as they are uploaded. */
export const OPTION_PICTURES_BYTES = 4 * 1_048_576
/** Width and height of a stored profile picture in pixels: twice its largest size on a page. */
export const PICTURE_SIDE = 192
/** Nobody younger uploads a photo, so that no face of a child is stored. */
export const PHOTO_AGE_MIN = 11

/** The maximum length of a notification in characters; its title is limited by TITLE_MAX. */
export const NOTIFICATION_MAX = 2_000

/** How long a notification to many waits after it was sent, so that an admin who sees a mistake can take it back. */
export const TAKE_BACK_SECONDS = 30
/** Larger numbers of readers, emails and push messages of a notification may be estimates, because counting takes too long. */
export const COUNTED_EXACTLY = 10_000
/** The number of a student's devices that get push messages, and the age from which they are offered. */
export const PUSH_DEVICES = 10
export const PUSH_AGE_MIN = 11
/** The maximum length of a push service's address. Those of browsers have a few hundred characters. */
export const PUSH_ENDPOINT_MAX = 1_500
/** The hours in Lagos from and until which no push message is sent. */
export const PUSH_QUIET_FROM = 20
export const PUSH_QUIET_UNTIL = 7

export const NAME_MAX = 100
export const MESSAGE_MAX = 5_000
/** The maximum length of a note that admins write for each other. */
export const NOTE_MAX = 2_000

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

/** The number of rows of a bulk action that can be chosen one by one, and of those that filters may match. */
export const BULK_IDS_MAX = 1_000
export const BULK_ROWS_MAX = 100_000
/** Up to this number, rows of a bulk action are done within the request; more are done by a job. */
export const BULK_AT_ONCE = 100
/** Up to this number, rows are changed by a session alone; more need the password of the last 15 minutes. */
export const BULK_BY_SESSION = 20
/** How long a bulk action can be undone, and how long it is stored, in milliseconds. */
export const BULK_UNDO_MS = 24 * 3_600_000
export const BULK_RUN_MS = 7 * 24 * 3_600_000

/** The length of an admin's note about a student, and how many a student may have: the page shows them all. */
export const STAFF_NOTE_MAX = 1_000
export const STAFF_NOTES_MAX = 200
