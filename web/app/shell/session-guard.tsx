// Redirects to the login from pages that need one, and logs out: the same code for students and for admins.
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
export type GuardedAudience = {
  name: AccountKind
  readSession: () => object | undefined
  /** Whether the browser has a token, which without a username is no login. */
  hasToken: () => boolean
  clearSession: () => void
  /** Ends the session on the server. */
  endSession: () => Promise<unknown>
  /** The path of the login page. */
  login: string
  /** The logins of other tabs. */
  tabLogins: TabLogins
  /** Logs a new tab in without a question if other tabs have one account; left out where the login page asks. */
  takeLogin?: TakeLogin
}

/** What a layout passes to its pages by `<Outlet context>`. */
export type LeaveActions = {
  logOut: () => void
  /** Clears a session that the server has ended already, goes to `to` and shows `message`. */
  leave: (to: string, message: string) => void
}

/**
 * Redirects to the login if there is no session, and stores the page, which the login opens.
 * @param audience a constant: a new object in each render would redirect again
 * @param token of the session that the layout shows, if any
 */
export function useSessionGuard(audience: GuardedAudience, token: string | undefined): LeaveActions {
  const { name, readSession, clearSession, endSession, login, tabLogins, takeLogin } = audience
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  const hadSession = useRef(false)
  const { pathname, search, hash } = useLocation()
  const address = pathname + search + hash
  useClearCacheOnLogin(token)

  useEffect(() => {
    if (readSession()) {
      hadSession.current = true
      isLeaving.current = false
      return
    }
    if (isLeaving.current) return
    isLeaving.current = true
    const hasEnded = hadSession.current || rejectionMessage(name) !== undefined
    const redirect = () => {
      // Another tab may have logged in meanwhile, on the whole phone.
      if (readSession()) return
      storePageAfterLogin(name, address)
      toast(explainRedirect(audience, hasEnded), { kind: 'bad' })
      clearSession()
      void navigate(login, { replace: true })
    }
    if (hasEnded || !takeLogin) redirect()
    else void takeOnlyLogin(tabLogins, takeLogin).then((isTaken) => isTaken || redirect())
  }, [token, audience, name, address, readSession, clearSession, navigate, login, tabLogins, takeLogin])

  const leaveThisTab = useCallback(
    (to: string, message: string) => {
      isLeaving.current = true
      clearSession()
      forgetPageAfterLogin(name)
      toast(message)
      void navigate(to, { replace: true })
    },
    [name, clearSession, navigate],
  )
  const leave = useCallback(
    (to: string, message: string) => {
      tabLogins.end()
      leaveThisTab(to, message)
    },
    [tabLogins, leaveThisTab],
  )
  useEffect(() => {
    if (token === undefined) return undefined
    return tabLogins.answer((isSameSession) => {
      // The other tab ends only its own session on the server.
      if (!isSameSession) endSession().catch(() => undefined)
      leaveThisTab(login, commonText.loggedOut)
    })
  }, [token, tabLogins, endSession, leaveThisTab, login])
  const logOut = useCallback(() => {
    // The request reads its token before `leave` clears it. Without a network, the login still ends in this browser.
    endSession().catch(() => undefined)
    leave(login, commonText.loggedOut)
  }, [endSession, leave, login])

  return { logOut, leave }
}

/** Logs in as the account of other tabs. Where they have several, the login page asks which. */
async function takeOnlyLogin(tabLogins: TabLogins, takeLogin: TakeLogin): Promise<boolean> {
  const [only, another] = await tabLogins.find()
  return only !== undefined && another === undefined && takeLogin(only)
}

/** Returns why a page leads to the login. `hadSession`: this document had a login, which has ended since. */
function explainRedirect({ name, hasToken }: GuardedAudience, hadSession: boolean): string {
  const rejection = rejectionMessage(name)
  if (rejection !== undefined || hadSession) return rejection ?? commonText.sessionEnded
  return hasToken() ? commonText.usernameMissing : commonText.unauthorisedRedirecting
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
export function RedirectingToLogin({ text = commonText.unauthorisedRedirecting }: { text?: string }) {
  return (
    <main className="starting" id="main" tabIndex={-1} aria-busy="true">
      <p className="muted">{text}</p>
    </main>
  )
}
