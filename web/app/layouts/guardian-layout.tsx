import { Link, Outlet } from 'react-router'
import { QueryProvider } from '../api/query-provider.tsx'
import {
  clearGuardianSession,
  guardianSession,
  hasGuardianToken,
  useGuardianSession,
  type GuardianSession,
} from '../api/session.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { RedirectingToLogin, useSessionGuard, type GuardedLogin } from '../shell/session-guard.tsx'
import { createTabLogins } from '../shell/tab-logins.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { text } from './text.ts'

const guarded: GuardedLogin = {
  kind: 'guardian',
  readSession: guardianSession,
  hasToken: hasGuardianToken,
  clearSession: clearGuardianSession,
  endSession: () => Promise.resolve(),
  loginPath: paths.student.login,
  tabLogins: createTabLogins({ kind: 'guardian', read: guardianSession, isAllowed: () => false }),
}

/** The layout of guardians' pages. Redirects if there is no login. */
export default function GuardianLayout() {
  const session = useGuardianSession()
  const { logOut } = useSessionGuard(guarded, session?.token)
  if (!session) return <RedirectingToLogin />
  return (
    <QueryProvider key={session.token}>
      <GuardianShell session={session} onLogOut={logOut} />
    </QueryProvider>
  )
}

function GuardianShell({ onLogOut }: { session: GuardianSession; onLogOut: () => void }) {
  return (
    <div className="app">
      <header className="bar">
        <PageLink className="logo" to={paths.home} aria-label={text.home}>
          <Logo />
        </PageLink>
        <Link to="/guardian">My children</Link>
        <button type="button" className="sp" onClick={onLogOut}>
          <Icon name="sign-out" />
          {text.logOut}
        </button>
      </header>
      <main className="main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
