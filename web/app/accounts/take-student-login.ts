import { readStudentProfile } from '@baobab/contract/profile/endpoints.ts'
import { queryClient } from '../api/query.ts'
import { storeStudentSession } from '../api/session.ts'
import { createTakeLogin } from '../shell/take-tab-login.ts'

export { ContinueOffer } from './continue-offer.tsx'

export const takeLogin = createTakeLogin({
  kind: 'student',
  fields: ['token', 'username', 'email', 'studentId', 'ageCategory'],
  check: (call, username) => call(readStudentProfile, { params: { username } }),
  store(session) {
    queryClient.clear()
    storeStudentSession(session, false)
  },
})
