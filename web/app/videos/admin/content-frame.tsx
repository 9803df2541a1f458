import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { PageHead } from '../../ui/page-head.tsx'

export type ContentTab = 'videos' | 'trivia'

const tabs = [
  { tab: 'videos', label: 'Moral Videos', to: `${paths.admin.content}?tab=videos` },
  { tab: 'trivia', label: 'Trivia Games', to: `${paths.admin.content}?tab=trivia` },
] as const

/** Head of the content pages: the one h1 and the two tabs, which are links so that each has its address. */
export function ContentFrame({ tab, children }: { tab: ContentTab; children: ReactNode }) {
  return (
    <>
      <PageHead title="Content Management">
        <nav className="seg tabs" aria-label="Content">
          {tabs.map((one) => (
            <Link key={one.tab} to={one.to} aria-current={one.tab === tab ? 'page' : undefined}>
              {one.label}
            </Link>
          ))}
        </nav>
      </PageHead>
      {children}
    </>
  )
}
