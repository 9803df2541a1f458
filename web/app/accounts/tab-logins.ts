import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { queryClient } from '../api/query.ts'
import { isSharedPhone, storeStudentSession, studentSession } from '../api/session.ts'
import { createTabLogins } from '../shell/tab-logins.ts'

/** The student's login on other tabs. Offered only where one student uses this phone. */
export const studentTabLogins = createTabLogins({
  kind: 'student',
  read: studentSession,
  fields: ['token', 'username', 'email', 'studentId', 'ageCategory'],
  store(session) {
    queryClient.clear()
    storeStudentSession(session, false)
  },
  check: (call, username) => call(readStudentProfile, { params: { username } }),
  isAllowed: (accounts) => accounts <= 1 && !isSharedPhone(),
})
