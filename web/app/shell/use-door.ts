// The door of the pages that need a login, one for students and one for admins.
import { logOutAdmin, logOutStudent } from '@baobab/contract/accounts.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { accountsText } from '@baobab/contract/accounts-text.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { queryClient } from '../api/q.ts'
import { adminSession, forgetAdminSession, forgetStudentSession, studentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'

const doors = {
  student: {
    session: studentSession,
    forget: forgetStudentSession,
    tellServer: () => call(logOutStudent, {}),
    login: paths.student.login,
  },
  admin: {
    session: adminSession,
    forget: forgetAdminSession,
    tellServer: () => call(logOutAdmin, {}),
    login: paths.admin.login,
  },
}

export type WaysOut = {
  logOut: () => void
  /** For a login that the server has ended already: forgets it here and goes to another page, with a word. */
  leave: (to: string, message: string) => void
}

/**
 * Leads whoever has no session to the login, and answers the ways out.
 * @param token of the session that the layout shows, if any
 */
export function useDoor(kind: keyof typeof doors, token: string | undefined): WaysOut {
  const { session, forget, tellServer, login } = doors[kind]
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  useCacheOf(token)

  useEffect(() => {
    if (session() || isLeaving.current) return
    isLeaving.current = true
    toast(commonText.unauthorisedRedirecting, { kind: 'bad' })
    void navigate(login, { replace: true })
  }, [token, session, navigate, login])

  const leave = useCallback(
    (to: string, message: string) => {
      isLeaving.current = true
      forget()
      toast(message)
      void navigate(to, { replace: true })
    },
    [forget, navigate],
  )
  const logOut = useCallback(() => {
    // The call takes the token with it at once. The phone forgets whatever the server says: there may be no network.
    tellServer().catch(() => undefined)
    leave(login, accountsText.loggedOut)
  }, [tellServer, leave, login])

  return { logOut, leave }
}

/** What was read for one person is gone before anything is drawn for the next one on the same phone. */
function useCacheOf(token: string | undefined): void {
  const [owner, setOwner] = useState(token)
  if (owner === token) return
  void queryClient.cancelQueries()
  queryClient.clear()
  setOwner(token)
}
