import { logOutAdmin } from '@baobab/contract/accounts/admin.ts'
import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { labelRoles } from '@baobab/contract/accounts/text.ts'
import { findAdminPage, mayOpen } from '@baobab/contract/kernel/admin-pages.ts'
import { readAdminProfile } from '@baobab/contract/profile/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import '../admin.css'
import { ReauthenticationDialog } from '../accounts/admin/reauthentication-form.tsx'
import { adminTabLogins, takeAdminLogin } from '../accounts/admin/tab-logins.ts'
import { adminPaths } from '../admin-paths.ts'
import { callApi } from '../api/call-api.ts'
import { QueryProvider } from '../api/query-provider.tsx'
import { apiQuery } from '../api/query.ts'
import {
  adminSession,
  clearAdminSession,
  hasAdminToken,
  rolesOf,
  storeAdminRoles,
  useAdminSession,
  type AdminSession,
} from '../api/session.ts'
import { TakeBackNotes } from '../notifications/admin/take-back.tsx'
import { useListVisits } from '../shell/admin/use-list-visits.ts'
import { Menu } from '../shell/menu.tsx'
import { RedirectingToLogin, useSessionGuard, type GuardedLogin } from '../shell/session-guard.tsx'
import { text as shellText } from '../shell/text.ts'
import { IconButton, buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { isApple } from './admin/keys.ts'
import { MenuEntries } from './admin/menu-entries.tsx'
import { text as paletteText } from './admin/text.ts'
import { usePalette } from './admin/use-palette.tsx'
import { text } from './text.ts'

const guarded: GuardedLogin = {
  kind: 'admin',
  readSession: adminSession,
  hasToken: hasAdminToken,
  clearSession: clearAdminSession,
  endSession: () => callApi(logOutAdmin, {}),
  loginPath: adminPaths.login,
  tabLogins: adminTabLogins,
  takeLogin: takeAdminLogin,
}

/** The layout of every admin page. Redirects if there is no login. */
export default function AdminLayout() {
  const session = useAdminSession()
  const { logOut } = useSessionGuard(guarded, session?.token)
  if (!session) return <RedirectingToLogin text={text.loading} />
  return (
    <QueryProvider key={session.token}>
      <AdminShell session={session} onLogOut={logOut} />
      <ReauthenticationDialog />
    </QueryProvider>
  )
}

const ROLE_REFETCH_MS = 60_000

/** Keeps the roles stored with the login up to date, because an owner may change them. */
function useFollowRoles(username: string): void {
  const query = apiQuery(readAdminProfile, { query: { username } })
  const admin = useQuery({ ...query, refetchInterval: ROLE_REFETCH_MS }).data?.adminData
  useEffect(() => {
    if (admin) storeAdminRoles(admin)
  }, [admin])
}

/** A sidebar from 960 px on; on smaller screens a top bar with a menu. Both list the pages that the admin may open. */
function AdminShell({ session, onLogOut }: { session: AdminSession; onLogOut: () => void }) {
  const { username } = session
  const roles = rolesOf(session)
  useFollowRoles(username)
  useListVisits(username)
  const { openPalette, dialogs } = usePalette(roles, onLogOut)
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
        <Chip kind="info">{roles ? labelRoles(roles) : text.admin}</Chip>
        <FindIconButton onOpen={openPalette} />
        <Menu>
          <MenuEntries roles={roles} />
          {logOut}
        </Menu>
      </header>
      <aside className="side cloth" aria-label={text.admin}>
        <HomeLink onField />
        <FindButton onOpen={openPalette} />
        <nav aria-label={text.adminPages}>
          <MenuEntries roles={roles} />
        </nav>
        {logOut}
      </aside>
      <main className="main main--admin" id="main" tabIndex={-1}>
        <TakeBackNotes />
        <Page roles={roles} />
      </main>
      {dialogs}
    </div>
  )
}

/** The page at the address, if the admin may open it. Logins from before roles existed have no role for a moment. */
function Page({ roles }: { roles: readonly AdminRole[] | undefined }) {
  const { pathname } = useLocation()
  if (!roles) return <Loading text={text.loading}>{null}</Loading>
  // For an unknown path, the router says that the page does not exist.
  const page = findAdminPage(pathname)
  if (page && !mayOpen(roles, pathname)) return <NotYourPage roles={roles} />
  return (
    <>
      <Outlet />
      {page?.hasTimes && <p className="small muted times">{text.allTimes}</p>}
    </>
  )
}

function HomeLink({ onField = false }: { onField?: boolean }) {
  return (
    <Link className="logo" to={adminPaths.dashboard} aria-label={text.home}>
      <Logo onField={onField} />
    </Link>
  )
}

type Props = { onOpen: () => void }

/** Opens the palette, and shows its keyboard shortcut. For the sidebar. */
function FindButton({ onOpen }: Props) {
  return (
    <button type="button" className="side__find" onClick={onOpen}>
      <Icon name="magnifying-glass" />
      {paletteText.find}
      <kbd>{paletteText.findKeys(isApple())}</kbd>
    </button>
  )
}

/** The same for the top bar of touch screens. */
function FindIconButton({ onOpen }: Props) {
  return <IconButton icon="magnifying-glass" label={paletteText.find} onClick={onOpen} />
}

/** Shown instead of an admin page that the admin may not open. */
function NotYourPage({ roles }: { roles: readonly AdminRole[] }) {
  return (
    <Empty heading="h1" title={shellText.notYourPage} help={shellText.notYourPageHelp(labelRoles(roles))}>
      <Link className={buttonClass({ kind: 'line' })} to={adminPaths.dashboard}>
        {shellText.goToDashboard}
      </Link>
    </Empty>
  )
}
