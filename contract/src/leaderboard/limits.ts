// Lengths, sizes, durations and counts that server and browser share.

/** The number of entries above and below a student's own that are shown as neighbours. */
export const NEIGHBOURS = 3
/** The number of entries of a leaderboard. */
export const LEADERBOARD_SIZE = 1_000
