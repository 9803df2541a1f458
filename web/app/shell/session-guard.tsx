// Redirects to the login from pages that need one, and logs out. Shared by students and admins.
import { commonText } from '@baobab/contract/kernel/text.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { queryClient } from '../api/query.ts'
import { rejectionMessage, type AccountKind } from '../api/session.ts'
import { toast } from '../ui/toast.tsx'
import { forgetPageAfterLogin, storePageAfterLogin } from './page-after-login.ts'
import type { TabLogins } from './tab-logins.ts'
import type { TakeLogin } from './take-tab-login.ts'

/** What differs between the logins of students and admins. */
export type GuardedLogin = {
  kind: AccountKind
  readSession: () => object | undefined
  /** Whether the browser has a token, even without the username that a login needs. */
  hasToken: () => boolean
  clearSession: () => void
  /** Ends the session on the server. */
  endSession: () => Promise<unknown>
  /** The path of the login page. */
  loginPath: string
  /** The logins of other tabs. */
  tabLogins: TabLogins
  /** Logs in a new tab without asking if all other tabs use one account; undefined if the login page should ask. */
  takeLogin?: TakeLogin
}

/** What a layout passes to its pages through `<Outlet context>`. */
export type LeaveActions = {
  logOut: () => void
  /** Clears a session that the server has already ended, goes to `to` and shows `message`. */
  leave: (to: string, message: string) => void
}

/**
 * Redirects to the login if there is no session, and stores the page, which the login opens.
 * @param login a constant: a new object in each render would redirect again
 * @param token of the session that the layout shows, if any
 */
export function useSessionGuard(login: GuardedLogin, token: string | undefined): LeaveActions {
  const { endSession, loginPath, tabLogins } = login
  useClearCacheOnLogin(token)
  const leaveThisTab = useLeaveThisTab(login, useRedirectToLogin(login, token))
  useFollowLogouts(login, token, leaveThisTab)
  const leave = useCallback(
    (to: string, message: string) => {
      tabLogins.end()
      leaveThisTab(to, message)
    },
    [tabLogins, leaveThisTab],
  )
  const logOut = useCallback(() => {
    // The request reads its token before `leave` clears it. Without a network, the login still ends in this browser.
    endSession().catch(() => undefined)
    leave(loginPath, commonText.loggedOut)
  }, [endSession, leave, loginPath])
  return { logOut, leave }
}

/** Redirects to the login if there is no session. Call what it returns before the tab leaves its page in another way. */
function useRedirectToLogin(login: GuardedLogin, token: string | undefined): () => void {
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  const hadSession = useRef(false)
  const { pathname, search, hash } = useLocation()
  const address = pathname + search + hash

  useEffect(() => {
    const { kind, readSession, clearSession, loginPath, tabLogins, takeLogin } = login
    if (readSession()) {
      hadSession.current = true
      isLeaving.current = false
      return
    }
    if (isLeaving.current) return
    isLeaving.current = true
    const hasEnded = hadSession.current || rejectionMessage(kind) !== undefined
    const redirect = () => {
      // Another tab may have logged in on the whole phone in the meantime.
      if (readSession()) return
      storePageAfterLogin(kind, address)
      toast(explainRedirect(login, hasEnded), { kind: 'bad' })
      clearSession()
      void navigate(loginPath, { replace: true })
    }
    if (hasEnded || !takeLogin) redirect()
    else void takeOnlyLogin(tabLogins, takeLogin).then((isTaken) => isTaken || redirect())
  }, [token, login, address, navigate])
  return useCallback(() => {
    isLeaving.current = true
  }, [])
}

function useLeaveThisTab({ kind, clearSession }: GuardedLogin, startLeaving: () => void): LeaveActions['leave'] {
  const navigate = useNavigate()
  return useCallback(
    (to, message) => {
      startLeaving()
      clearSession()
      forgetPageAfterLogin(kind)
      toast(message)
      void navigate(to, { replace: true })
    },
    [kind, clearSession, startLeaving, navigate],
  )
}

/** Passes the login to new tabs, and leaves when another tab logs its account out. */
function useFollowLogouts(
  { tabLogins, endSession, loginPath }: GuardedLogin,
  token: string | undefined,
  leaveThisTab: LeaveActions['leave'],
): void {
  useEffect(() => {
    if (token === undefined) return undefined
    return tabLogins.answer((isSameSession) => {
      // The other tab ends only its own session on the server.
      if (!isSameSession) endSession().catch(() => undefined)
      leaveThisTab(loginPath, commonText.loggedOut)
    })
  }, [token, tabLogins, endSession, leaveThisTab, loginPath])
}

/** Logs in with the account used in other tabs. If they use several, the login page asks which. */
async function takeOnlyLogin(tabLogins: TabLogins, takeLogin: TakeLogin): Promise<boolean> {
  const [only, another] = await tabLogins.find()
  return only !== undefined && another === undefined && takeLogin(only)
}

/** Returns why a page leads to the login. `hadSession`: this document had a login, which has ended since. */
function explainRedirect({ kind, hasToken }: GuardedLogin, hadSession: boolean): string {
  const rejection = rejectionMessage(kind)
  if (rejection !== undefined || hadSession) return rejection ?? commonText.sessionEnded
  return hasToken() ? commonText.usernameMissing : commonText.unauthorisedRedirecting
}

/** Removes data loaded for one login before anything is rendered for the next one on the same device. */
function useClearCacheOnLogin(token: string | undefined): void {
  const [cacheToken, setCacheToken] = useState(token)
  if (cacheToken === token) return
  void queryClient.cancelQueries()
  queryClient.clear()
  setCacheToken(token)
}

/** Replaces a page until the redirect to the login is done. */
export function RedirectingToLogin({ text = commonText.unauthorisedRedirecting }: { text?: string }) {
  return (
    <main className="starting" id="main" tabIndex={-1} aria-busy="true">
      <p className="muted">{text}</p>
    </main>
  )
}
