// Lengths, sizes, durations and counts that server and browser share.

/** The length of an admin's note about a student, and how many a student may have: the page shows them all. */
export const STAFF_NOTE_MAX = 1_000
export const STAFF_NOTES_MAX = 200
