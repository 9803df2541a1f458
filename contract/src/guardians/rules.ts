// Limits of guardians' accounts, which server and browser share.

/** How many children one guardian may have. */
export const GUARDIAN_CHILDREN_MAX = 6
/** The session of a guardian, in milliseconds: as long as a student's remembered one, because they share the phone. */
export const GUARDIAN_SESSION_MS = 30 * 24 * 3_600_000

/** The longest name of a guardian. */
export const GUARDIAN_NAME_MAX = 60
