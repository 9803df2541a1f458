// Lengths, sizes, durations and counts that server and browser share.

/** The maximum number of days in a chart of metrics. */
export const METRICS_MAX_DAYS = 366
/** The number of popular videos and of popular quizzes on the admin's dashboard. */
export const POPULAR = 2
