// Lengths, sizes, durations and counts that server and browser share.

/** The maximum size of an uploaded profile picture in bytes. */
export const PICTURE_BYTES = 2 * 1_048_576
/** Width and height of a stored profile picture in pixels: twice its largest size on a page. */
export const PICTURE_SIDE = 192
/** Nobody younger uploads a photo, so that no face of a child is stored. */
export const PHOTO_AGE_MIN = 11
