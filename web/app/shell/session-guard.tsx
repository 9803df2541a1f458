// Redirects to the login from pages that need one, and logs out: the same code for students and for admins.
import { commonText } from '@baobab/contract/common-text.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '../api/query.ts'
import { toast } from '../ui/toast.tsx'

/** What differs between the logins of students and admins. */
export type GuardedAudience = {
  readSession: () => object | undefined
  clearSession: () => void
  /** Ends the session on the server. */
  endSession: () => Promise<unknown>
  /** The path of the login page. */
  login: string
}

/** What a layout passes to its pages by `<Outlet context>`. */
export type LeaveActions = {
  logOut: () => void
  /** Clears a session that the server has ended already, goes to `to` and shows `message`. */
  leave: (to: string, message: string) => void
}

/**
 * Redirects to the login if there is no session.
 * @param audience a constant: a new object in each render would redirect again
 * @param token of the session that the layout shows, if any
 */
export function useSessionGuard(audience: GuardedAudience, token: string | undefined): LeaveActions {
  const { readSession, clearSession, endSession, login } = audience
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  useClearCacheOnLogin(token)

  useEffect(() => {
    if (readSession() || isLeaving.current) return
    isLeaving.current = true
    toast(commonText.unauthorisedRedirecting, { kind: 'bad' })
    void navigate(login, { replace: true })
  }, [token, readSession, navigate, login])

  const leave = useCallback(
    (to: string, message: string) => {
      isLeaving.current = true
      clearSession()
      toast(message)
      void navigate(to, { replace: true })
    },
    [clearSession, navigate],
  )
  const logOut = useCallback(() => {
    // The request reads its token before `leave` clears it. Without a network, the login still ends in this browser.
    endSession().catch(() => undefined)
    leave(login, commonText.loggedOut)
  }, [endSession, leave, login])

  return { logOut, leave }
}

/** Removes data loaded for one login before anything is rendered for the next login on the same device. */
function useClearCacheOnLogin(token: string | undefined): void {
  const [cacheToken, setCacheToken] = useState(token)
  if (cacheToken === token) return
  void queryClient.cancelQueries()
  queryClient.clear()
  setCacheToken(token)
}

/** Shown in place of a page until the redirect to the login is done. */
export function RedirectingToLogin() {
  return (
    <main className="starting" id="main" tabIndex={-1} aria-busy="true">
      <p className="muted">{commonText.unauthorisedRedirecting}</p>
    </main>
  )
}
