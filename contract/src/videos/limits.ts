// Lengths, sizes, durations and counts that server and browser share.

/** The maximum number of moral values of one video. */
export const VIDEO_VALUES_MAX = 3
/** The maximum number of videos that a student can bookmark. */
export const BOOKMARKS_MAX = 500
/** The number of videos on a page of a list. */
export const VIDEOS_PER_PAGE = 24
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
