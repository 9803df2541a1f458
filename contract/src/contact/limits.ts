// Lengths, sizes, durations and counts that server and browser share.

/** Months after which a contact message is deleted. */
export const CONTACT_MESSAGE_MONTHS = 12
export const NAME_MAX = 100
export const MESSAGE_MAX = 5_000
/** The maximum length of a note that admins write for each other. */
export const NOTE_MAX = 2_000
