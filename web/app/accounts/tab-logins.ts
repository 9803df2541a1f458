import { isSharedPhone, studentSession } from '../api/session.ts'
import { createTabLogins } from '../shell/tab-logins.ts'

/** Student logins in other tabs. Offered only if a single student uses this phone. */
export const studentTabLogins = createTabLogins({
  kind: 'student',
  read: studentSession,
  isAllowed: (accounts) => accounts <= 1 && !isSharedPhone(),
})
