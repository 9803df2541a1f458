import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { NavEntry, type NavItem } from './nav-link.tsx'

const { videos, videoUpload, trivias, anyTrivia, triviaForm } = paths.admin
const contentPages = [videos, videoUpload, trivias, anyTrivia, triviaForm]

const items: NavItem[] = [
  { to: paths.admin.dashboard, label: 'Home', icon: 'house' },
  { to: paths.admin.users, label: 'User Management', icon: 'users-three' },
  { to: paths.admin.content, label: 'Content Management', icon: 'video', also: contentPages },
  { to: paths.admin.scholarship, label: 'Scholarship Management', icon: 'graduation-cap' },
  { to: paths.admin.setting, label: 'Setting', icon: 'gear-six' },
]

type Props = { onLogOut: () => void; children: ReactNode }

/** Around every admin page: the sidebar from 960 px on, before that a top bar with a menu. */
export function AdminShell({ onLogOut, children }: Props) {
  const { key } = useLocation()
  const entries = items.map((item) => <NavEntry key={item.to} {...item} />)
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
        {/* A new key for each step closes the menu after a tap on one of its links. */}
        <details className="amenu" key={key}>
          <summary className="icon-btn" aria-label="Menu">
            <Icon name="list" />
          </summary>
          <nav aria-label="Menu">
            {entries}
            {logOut}
          </nav>
        </details>
      </header>
      <aside className="side cloth" aria-label="Admin">
        <HomeLink onField />
        <nav aria-label="Admin pages">{entries}</nav>
        {logOut}
      </aside>
      <main className="main main--admin" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function HomeLink({ onField = false }: { onField?: boolean }) {
  return (
    <Link className="logo" to={paths.admin.dashboard} aria-label="Baobab home">
      <Logo onField={onField} />
    </Link>
  )
}
