// Lengths, sizes, durations and counts that server and browser share.

/** The length of the name that a winner may show instead of the username, its letters and all of it. */
export const PUBLIC_NAME_MIN = 2
export const PUBLIC_NAME_MAX = 60
/** The length of an admin's reason to change a claim, which the winner and the guardian read. */
export const CLAIM_REASON_MAX = 300
/** The length of the reference of a payout, as a bank's receipt shows it. */
export const PAYOUT_RECEIPT_MAX = 80
/** The maximum length of what a witness is named by, such as 'Head teacher of a school in Kano'. */
export const WITNESS_NAME_MAX = 60
/** The maximum length of what a student who is missing from a list writes, and of the answer, which a notification shows. */
export const LIST_CLAIM_TEXT_MAX = 300
export const LIST_CLAIM_ANSWER_MAX = 500
/** The number of list claims that an admin sees at once: the open ones first. */
export const LIST_CLAIMS_SHOWN = 100
/** How long a winner has to claim the prize, in milliseconds. */
export const CLAIM_MS = 14 * 24 * 3_600_000
/** How many days before that the winner and the guardian are reminded. */
export const CLAIM_REMINDER_DAYS = [7, 3, 1] as const
/** A winner who is younger when the month closes gets the prize only if a guardian agrees. */
export const ADULT_AGE = 18
