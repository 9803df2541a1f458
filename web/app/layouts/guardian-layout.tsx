import { Link, Outlet } from 'react-router'
import { QueryProvider } from '../api/query-provider.tsx'
import { clearGuardianSession, guardianSession, hasGuardianToken, useGuardianSession } from '../api/session.ts'
import { childPaths } from '../guardians/children/paths.ts'
import { paths } from '../paths.ts'
import { Menu } from '../shell/menu.tsx'
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
      <GuardianShell name={session.username} onLogOut={logOut} />
    </QueryProvider>
  )
}

/** A sidebar from 960 px on; on smaller screens a top bar with a menu. */
function GuardianShell({ name, onLogOut }: { name: string; onLogOut: () => void }) {
  const children = (
    <Link to={childPaths.list}>
      <Icon name="users-three" />
      {text.myChildren}
    </Link>
  )
  const logOut = (
    <button type="button" className="sp" onClick={onLogOut}>
      <Icon name="sign-out" />
      {text.logOut}
    </button>
  )
  return (
    <div className="app">
      <header className="bar">
        <HomeLink />
        <span className="small">{name}</span>
        <Menu>
          {children}
          {logOut}
        </Menu>
      </header>
      <aside className="side cloth" aria-label={text.guardian}>
        <HomeLink onField />
        <nav aria-label={text.guardianPages}>{children}</nav>
        {logOut}
      </aside>
      <main className="main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}

function HomeLink({ onField = false }: { onField?: boolean }) {
  return (
    <PageLink className="logo" to={paths.home} aria-label={text.home}>
      <Logo onField={onField} />
    </PageLink>
  )
}
