import type { logInStudent } from '@baobab/contract/accounts/endpoints.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { queryClient } from '../api/query.ts'
import { storeDevice, storeStudentSession } from '../api/session.ts'
import { clearSignIns } from './identity-providers/pending-sign-in.ts'
import { clearPendingVerification } from './pending-verification.ts'

/** Stores a student's new login in this browser. */
export function storeLogin(
  { authToken, device, studentData }: Pick<ReplyOf<typeof logInStudent>, 'authToken' | 'device' | 'studentData'>,
  isRemembered: boolean,
): void {
  storeDevice(device, 'student')
  const { _id: studentId, ageCategory, username, email } = studentData
  // Removes data loaded for an earlier user of this browser, even if their session ended in another tab.
  queryClient.clear()
  // Must run before the login is stored, because its email uses the same key.
  clearPendingVerification()
  storeStudentSession(
    { token: authToken, studentId, ageCategory: ageCategory ?? '', username, email: email ?? '' },
    isRemembered,
  )
  clearSignIns()
}
