// Lengths, sizes, durations and counts that server and browser share.

/** The number of views of one list that an admin can save, and the length of their names. */
export const SAVED_VIEWS_MAX = 30
export const SAVED_VIEW_NAME_MAX = 60
