import { readAdminProfile } from '@baobab/contract/profile/endpoints.ts'
import { queryClient } from '../../api/query.ts'
import { adminSession, storeAdminSession } from '../../api/session.ts'
import { createTabLogins } from '../../shell/tab-logins.ts'

/** The logins of admins on other tabs. The layout asks the server for the role. */
export const adminTabLogins = createTabLogins({
  kind: 'admin',
  read: adminSession,
  fields: ['token', 'username'],
  store(session) {
    queryClient.clear()
    storeAdminSession(session, false)
  },
  check: (call, username) => call(readAdminProfile, { query: { username } }),
})
