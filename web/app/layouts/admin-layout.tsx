import { logOutAdmin } from '@baobab/contract/accounts/admin.ts'
import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { roleTexts } from '@baobab/contract/accounts/text.ts'
import { countOpenMessages } from '@baobab/contract/contact/endpoints.ts'
import { countOpenAppeals } from '@baobab/contract/fair-play/admin.ts'
import { adminPages, findAdminPage, mayOpen, type AdminPagePath } from '@baobab/contract/kernel/admin-pages.ts'
import type { Endpoint, ReplyOf, RequestOf } from '@baobab/contract/kernel/endpoint.ts'
import { readAdminProfile } from '@baobab/contract/profile/endpoints.ts'
import { countOpenReports } from '@baobab/contract/quiz/corrections.ts'
import { countOpenListClaims } from '@baobab/contract/scholarship/prize.ts'
import { countFailedJobs } from '@baobab/contract/system/endpoints.ts'
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
  storeAdminRole,
  useAdminSession,
  type AdminSession,
} from '../api/session.ts'
import { TakeBackNotes } from '../notifications/admin/take-back.tsx'
import { useListVisits } from '../shell/admin/use-list-visits.ts'
import { useIsAllowed } from '../shell/if-allowed.tsx'
import { Menu } from '../shell/menu.tsx'
import { listNavItems, NavEntry, type NavItem } from '../shell/nav-entry.tsx'
import { RedirectingToLogin, useSessionGuard, type GuardedLogin } from '../shell/session-guard.tsx'
import { text as shellText } from '../shell/text.ts'
import { IconButton, buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { isApple } from './admin/keys.ts'
import { text as paletteText } from './admin/text.ts'
import { usePalette } from './admin/use-palette.tsx'
import { text } from './text.ts'

/** What the menu counts next to an entry, and how screen readers announce it. */
type MenuCounts = Partial<Record<AdminPagePath, Pick<NavItem, 'count' | 'countLabel'>>>

function useMenuCounts(): MenuCounts {
  return {
    '/admin/scholarship-management': {
      count: useMenuCount(countOpenListClaims, ({ open }) => open),
      countLabel: text.openListClaims,
    },
    '/admin/reports': { count: useMenuCount(countOpenReports, ({ open }) => open), countLabel: text.openReports },
    '/admin/fair-play': { count: useMenuCount(countOpenAppeals, ({ open }) => open), countLabel: text.openAppeals },
    '/admin/messages': { count: useMenuCount(countOpenMessages, ({ open }) => open) },
    '/admin/system': { count: useMenuCount(countFailedJobs, ({ failed }) => failed), countLabel: text.failedJobs },
  }
}

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

/** Keeps the role stored with the login up to date, because an owner may change it. */
function useFollowRole(username: string): void {
  const query = apiQuery(readAdminProfile, { query: { username } })
  const role = useQuery({ ...query, refetchInterval: ROLE_REFETCH_MS }).data?.adminData.role
  useEffect(() => {
    if (role) storeAdminRole(role)
  }, [role])
}

/** A sidebar from 960 px on; on smaller screens a top bar with a menu. Both list the pages that the role may open. */
function AdminShell({ session, onLogOut }: { session: AdminSession; onLogOut: () => void }) {
  const { username, role } = session
  useFollowRole(username)
  useListVisits(username)
  const { openPalette, dialogs } = usePalette(role)
  const counts: Readonly<Record<string, Pick<NavItem, 'count' | 'countLabel'>>> = useMenuCounts()
  const toEntries = (group: 'main' | 'more') =>
    listNavItems(adminPages, group)
      .filter(({ to }) => role && mayOpen(role, to))
      .map((item) => <NavEntry key={item.to} {...item} {...counts[item.to]} />)
  const entries = toEntries('main')
  const moreEntries = toEntries('more')
  const quiet = moreEntries.length > 0 && <div className="nav-quiet">{moreEntries}</div>
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
        <Chip kind="info">{role ? roleTexts[role].label : text.admin}</Chip>
        <FindIconButton onOpen={openPalette} />
        <Menu>
          {entries}
          {quiet}
          {logOut}
        </Menu>
      </header>
      <aside className="side cloth" aria-label={text.admin}>
        <HomeLink onField />
        <FindButton onOpen={openPalette} />
        <nav aria-label={text.adminPages}>
          {entries}
          {quiet}
        </nav>
        {logOut}
      </aside>
      <main className="main main--admin" id="main" tabIndex={-1}>
        <TakeBackNotes />
        <Page role={role} />
        <p className="small muted times">{text.allTimes}</p>
      </main>
      {dialogs}
    </div>
  )
}

/** The page at the address, if the role may open it. Logins from before roles existed have no role for a moment. */
function Page({ role }: { role: AdminRole | undefined }) {
  const { pathname } = useLocation()
  if (!role) return <Loading text={text.loading}>{null}</Loading>
  // For an unknown path, the router says that the page does not exist.
  return mayOpen(role, pathname) || !findAdminPage(pathname) ? <Outlet /> : <NotYourPage role={role} />
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

const POLL_MS = 60_000

/** Returns a count of what is waiting for an admin, for the menu; 0 until it is known, and for roles that may not ask. */
function useMenuCount<E extends Endpoint>(
  endpoint: RequestOf<E> extends Record<string, never> ? E : never,
  read: (reply: ReplyOf<E>) => number,
): number {
  const enabled = useIsAllowed(endpoint.who)
  const { data } = useQuery({ ...apiQuery(endpoint, {} as RequestOf<E>), refetchInterval: POLL_MS, enabled })
  return data === undefined ? 0 : read(data)
}

/** Shown instead of an admin page that the role may not open. */
function NotYourPage({ role }: { role: AdminRole }) {
  return (
    <Empty heading="h1" title={shellText.notYourPage} help={shellText.notYourPageHelp(roleTexts[role].label)}>
      <Link className={buttonClass({ kind: 'line' })} to={adminPaths.dashboard}>
        {shellText.goToDashboard}
      </Link>
    </Empty>
  )
}
