// Lengths, sizes, durations and counts that server and browser share.

/** Months without a session after which a student's account is erased. */
export const INACTIVE_MONTHS = 24
/** Days before the erasure at which two emails announce it. */
export const FIRST_INACTIVITY_MAIL_DAYS = 30
export const LAST_INACTIVITY_MAIL_DAYS = 7
