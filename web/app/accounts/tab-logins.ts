import { isSharedPhone, studentSession } from '../api/session.ts'
import { createTabLogins } from '../shell/tab-logins.ts'

/** The student's login on other tabs. Offered only where one student uses this phone. */
export const studentTabLogins = createTabLogins({
  kind: 'student',
  read: studentSession,
  isAllowed: (accounts) => accounts <= 1 && !isSharedPhone(),
})
