// Lengths, sizes, durations and counts that server and browser share.

export const USERNAME_MIN = 5
export const STUDENT_USERNAME_MAX = 10
export const ADMIN_USERNAME_MAX = 30
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 70
export const EMAIL_MAX = 254
export const ADDRESS_MIN = 5
export const ADDRESS_MAX = 200
export const SCHOOL_MAX = 120
export const GUARDIAN_NAME_MAX = 100
/** The ages that belong to an age category. */
export const AGE_MIN = 5
export const AGE_MAX = 20
/** The validity of an emailed code in milliseconds, counted from when the mail server accepted it. */
export const CODE_MS = 15 * 60_000
/** The number of wrong attempts after which a code is no longer valid. */
export const CODE_TRIES = 5
/** Milliseconds until another code can be requested. */
export const RESEND_MS = 60_000
/** How long a sign-in with an identity provider may take until the provider returns the browser. */
export const SIGN_IN_MS = 10 * 60_000
/** How long the code works with which the tab that began finishes a sign-in. */
export const SIGN_IN_CODE_MS = 60_000
/** How long the form of a first sign-in may take. */
export const SIGN_IN_TICKET_MS = 30 * 60_000
/** Nobody younger has an account at a provider; a parent registers these children by email. */
export const PROVIDER_AGE_MIN = 11
/** The validity of a password reset link in milliseconds. */
export const RESET_MS = 30 * 60_000
/** Milliseconds after which an unverified registration is deleted; until then it reserves its username. */
export const UNVERIFIED_HOLDS_MS = 7 * 24 * 3_600_000
/** Days after the last mail to a guardian who does not agree until the registration is deleted. */
export const GUARDIAN_WAIT_DAYS = 30
/** The maximum number of unverified registrations of one email. */
export const PENDING_REGISTRATIONS = 5
/** Session lengths in milliseconds. */
export const SESSION_MS = 12 * 3_600_000
export const REMEMBERED_SESSION_MS = 30 * 24 * 3_600_000
export const ADMIN_SESSION_MS = 8 * 3_600_000
/** The number of browsers that an account is recognised in. */
export const KNOWN_BROWSERS = 10
/** The number of accounts that one browser, such as that of a school's computer, is recognised for. */
export const BROWSER_ACCOUNTS = 50
/** Milliseconds after entering the password during which an admin may export, invite and draw. */
export const REAUTHENTICATION_MS = 15 * 60_000
/** The validity of an invitation to become an admin in milliseconds. */
export const INVITATION_MS = 72 * 3_600_000
/** The number of single-use codes that replace an admin's second factor. */
export const RECOVERY_CODES = 10
