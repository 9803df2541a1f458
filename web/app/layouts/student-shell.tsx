import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { formatCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { Count, NavEntry, type NavItem } from '../shell/nav-entry.tsx'
import { PageLink } from '../shell/page-link.tsx'

type Props = {
  username: string
  pictureUrl?: string | null
  /** Notices not read yet; counted on the bell. */
  unread?: number
  onLogOut: () => void
  children: ReactNode
}

/** Around every student page: the sidebar from 960 px on, before that a top bar and five entries at the bottom. */
export function StudentShell({ username, pictureUrl, unread = 0, onLogOut, children }: Props) {
  const { student } = paths
  const main: NavItem[] = [
    { to: student.dashboard, label: 'Dashboard', icon: 'house', also: [paths.dashboard] },
    { to: student.videos, label: 'Videos', icon: 'play-circle' },
    { to: student.trivia, label: 'Trivia', icon: 'question', also: [student.reviews] },
    { to: student.scholarship, label: 'Leaderboard', icon: 'ranking', also: [paths.leaderboard, paths.userRank] },
  ]
  const settings: NavItem = { to: student.setting, label: 'Settings', icon: 'gear-six' }
  const side: NavItem[] = [
    ...main,
    { to: student.notification, label: 'Notifications', icon: 'bell', count: unread },
    { to: student.payment, label: 'Payment', icon: 'credit-card', also: [paths.payment] },
    settings,
  ]
  return (
    <div className="app">
      <header className="bar">
        <HomeLink />
        <PageLink
          className="icon-btn bell"
          to={student.notification}
          aria-label={unread > 0 ? `Notifications, ${unread} new` : 'Notifications'}
        >
          <Icon name="bell" />
          <Count of={unread} />
        </PageLink>
        <PageLink className="bar__me" to={student.setting} aria-label={`Settings of ${username}`}>
          <Avatar name={username} src={pictureUrl} />
        </PageLink>
      </header>
      <aside className="side cloth" aria-label="Student">
        <HomeLink onField />
        <nav aria-label="Student pages">{side.map(entry)}</nav>
        <button type="button" className="sp" onClick={onLogOut}>
          <Icon name="sign-out" />
          Log Out
        </button>
      </aside>
      <main className="main" id="main" tabIndex={-1}>
        {/* The bell changes by itself: whoever cannot see it hears of it. */}
        <p className="sr" role="status">
          {unread > 0 && formatCount(unread, 'new notification')}
        </p>
        {children}
      </main>
      <nav className="bnav" aria-label="Student">
        {[...main, settings].map(entry)}
      </nav>
    </div>
  )
}

function HomeLink({ onField = false }: { onField?: boolean }) {
  return (
    <PageLink className="logo" to={paths.home} aria-label="Baobab home">
      <Logo onField={onField} />
    </PageLink>
  )
}

function entry(item: NavItem) {
  return <NavEntry key={item.to} {...item} />
}
