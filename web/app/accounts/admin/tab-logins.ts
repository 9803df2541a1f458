import { readAdminProfile } from '@baobab/contract/profile/endpoints.ts'
import { queryClient } from '../../api/query.ts'
import { adminSession, storeAdminSession } from '../../api/session.ts'
import { createTabLogins } from '../../shell/tab-logins.ts'
import { createTakeLogin } from '../../shell/take-tab-login.ts'

/** Admin logins in other tabs. */
export const adminTabLogins = createTabLogins({ kind: 'admin', read: adminSession })

/** The admin layout asks the server for the role. */
export const takeAdminLogin = createTakeLogin({
  kind: 'admin',
  fields: ['token', 'username'],
  check: (call, username) => call(readAdminProfile, { query: { username } }),
  store(session) {
    queryClient.clear()
    storeAdminSession(session, false)
  },
})
