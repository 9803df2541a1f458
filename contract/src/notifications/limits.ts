// Lengths, sizes, durations and counts that server and browser share.

/** The maximum length of a notification in characters; its title is limited by TITLE_MAX. */
export const NOTIFICATION_MAX = 2_000
/** How long a notification to many waits after it was sent, so that an admin who sees a mistake can take it back. */
export const TAKE_BACK_SECONDS = 30
/** Larger numbers of readers, emails and push messages of a notification may be estimates, because counting takes too long. */
export const COUNTED_EXACTLY = 10_000
/** The number of a student's devices that get push messages, and the age from which they are offered. */
export const PUSH_DEVICES = 10
export const PUSH_AGE_MIN = 11
/** The maximum length of a push service's address. Those of browsers have a few hundred characters. */
export const PUSH_ENDPOINT_MAX = 1_500
/** The hours in Lagos from and until which no push message is sent. */
export const PUSH_QUIET_FROM = 20
export const PUSH_QUIET_UNTIL = 7
