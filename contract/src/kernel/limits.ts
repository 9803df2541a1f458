// Lengths, durations and counts that no feature owns.

/** Milliseconds for which visitors get pages as last made while the database is away: longer than a restart or a failover takes. */
export const VISITOR_COPY_MS = 600_000
/** The maximum number of emails of one kind that one address gets per hour. */
export const MAILS_AN_HOUR = 5
export const MAILS_A_DAY = 20
/** The maximum length of the title of a video, a series or a notification. */
export const TITLE_MAX = 120
/** The maximum number of days in a chart of metrics. */
export const METRICS_MAX_DAYS = 366
