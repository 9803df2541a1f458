import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useUnreadMessages } from '../contact/admin/use-unread-messages.ts'
import { paths } from '../paths.ts'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { Menu } from '../shell/menu.tsx'
import { NavEntry, type NavItem } from '../shell/nav-entry.tsx'

const { videos, videoUpload, trivias, anyTrivia, triviaForm } = paths.admin
const contentPages = [videos, videoUpload, trivias, anyTrivia, triviaForm]

/** The spec's entries (SPEC.md 2). */
const items: NavItem[] = [
  { to: paths.admin.dashboard, label: 'Home', icon: 'house' },
  { to: paths.admin.users, label: 'User Management', icon: 'users-three', also: [paths.admin.anyStudent] },
  { to: paths.admin.content, label: 'Content Management', icon: 'video', also: contentPages },
  { to: paths.admin.scholarship, label: 'Scholarship Management', icon: 'graduation-cap' },
  { to: paths.admin.setting, label: 'Setting', icon: 'gear-six' },
]

/** What the office does beside them, in a quieter group. */
const besides = (unread: number): NavItem[] => [
  { to: paths.admin.payments, label: 'Payments', icon: 'credit-card', also: [paths.admin.anyPayment] },
  { to: paths.admin.notification, label: 'Notifications', icon: 'bell' },
  { to: paths.admin.messages, label: 'Messages', icon: 'envelope-simple', count: unread },
  { to: paths.admin.team, label: 'Team', icon: 'users' },
  { to: paths.admin.auditLog, label: 'Audit Log', icon: 'clipboard-text' },
]

type Props = { onLogOut: () => void; children: ReactNode }

/** Around every admin page: the sidebar from 960 px on, before that a top bar with a menu. */
export function AdminShell({ onLogOut, children }: Props) {
  const entries = items.map(entry)
  const quiet = <div className="nav-quiet">{besides(useUnreadMessages()).map(entry)}</div>
  const logOut = (
    <button type="button" className="sp" onClick={onLogOut}>
      <Icon name="sign-out" />
      Log Out
    </button>
  )
  return (
    <div className="app">
      <header className="bar">
        <HomeLink />
        <Chip kind="info">Admin</Chip>
        <Menu>
          {entries}
          {quiet}
          {logOut}
        </Menu>
      </header>
      <aside className="side cloth" aria-label="Admin">
        <HomeLink onField />
        <nav aria-label="Admin pages">
          {entries}
          {quiet}
        </nav>
        {logOut}
      </aside>
      <main className="main main--admin" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function entry(item: NavItem) {
  return <NavEntry key={item.to} {...item} />
}

function HomeLink({ onField = false }: { onField?: boolean }) {
  return (
    <Link className="logo" to={paths.admin.dashboard} aria-label="Baobab home">
      <Logo onField={onField} />
    </Link>
  )
}
