import { mayOpen } from '@baobab/contract/kernel/admin-pages.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { rolesOf, useAdminSession } from '../../api/session.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { text } from './text.ts'

export type ContentTab = 'videos' | 'series' | 'trivia' | 'calendar'

const tabs = [
  { tab: 'videos', label: text.moralVideos, to: `${adminPaths.content}?tab=videos` },
  { tab: 'series', label: text.series, to: adminPaths.series },
  { tab: 'trivia', label: text.triviaGames, to: `${adminPaths.content}?tab=trivia` },
  { tab: 'calendar', label: text.calendar, to: adminPaths.calendar() },
] as const

/** The heading of the content pages, and the tabs that the admin may open. Tabs are links, so that each has an address. */
export function ContentFrame({ tab: current, children }: { tab: ContentTab; children: ReactNode }) {
  const roles = rolesOf(useAdminSession()) ?? []
  const shown = tabs.filter(({ to }) => mayOpen(roles, to.split('?')[0] ?? ''))
  return (
    <>
      <PageHead title={text.contentManagement}>
        <nav className="seg tabs" aria-label={text.content}>
          {shown.map(({ tab, label, to }) => (
            <Link key={tab} to={to} aria-current={tab === current ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      </PageHead>
      {children}
    </>
  )
}
