import { logOutGuardian } from '@baobab/contract/guardians/endpoints.ts'
import { Link, Outlet } from 'react-router'
import { callApi } from '../api/call-api.ts'
import { QueryProvider } from '../api/query-provider.tsx'
import { clearGuardianSession, guardianSession, hasGuardianToken, useGuardianSession } from '../api/session.ts'
import { childPaths } from '../guardians/children/paths.ts'
import { paths } from '../paths.ts'
import { Menu } from '../shell/menu.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { RedirectingToLogin, useSessionGuard, type GuardedLogin, type LeaveActions } from '../shell/session-guard.tsx'
import { createTabLogins } from '../shell/tab-logins.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { text } from './text.ts'

const guarded: GuardedLogin = {
  kind: 'guardian',
  readSession: guardianSession,
  hasToken: hasGuardianToken,
  clearSession: clearGuardianSession,
  endSession: () => callApi(logOutGuardian, {}),
  loginPath: paths.guardian.logIn,
  tabLogins: createTabLogins({ kind: 'guardian', read: guardianSession, isAllowed: () => false }),
}

/** The layout of guardians' pages. Redirects if there is no login. */
export default function GuardianLayout() {
  const session = useGuardianSession()
  const actions = useSessionGuard(guarded, session?.token)
  if (!session) return <RedirectingToLogin />
  return (
    <QueryProvider key={session.token}>
      <GuardianShell name={session.username} actions={actions} />
    </QueryProvider>
  )
}

/** A sidebar from 960 px on; on smaller screens a top bar with a menu. */
function GuardianShell({ name, actions }: { name: string; actions: LeaveActions }) {
  const children = (
    <>
      <Link to={childPaths.list}>
        <Icon name="users-three" />
        {text.myChildren}
      </Link>
      <Link to={paths.guardian.account}>
        <Icon name="gear-six" />
        {text.myAccount}
      </Link>
    </>
  )
  const logOut = (
    <button type="button" className="sp" onClick={actions.logOut}>
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
        <Outlet context={actions satisfies LeaveActions} />
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
