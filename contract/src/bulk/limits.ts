// Lengths, sizes, durations and counts that server and browser share.

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
