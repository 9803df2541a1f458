import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Scene } from '../ui/scene.tsx'
import { mainItems, StudentTabs } from './nav-entry.tsx'
import { PageLink } from './page-link.tsx'
import { pageMeta, type PageMeta } from './page-meta.ts'
import { text } from './text.ts'

export const meta = (): PageMeta => [
  ...pageMeta(text.pageNotFound, text.notFoundHelp),
  { name: 'robots', content: 'noindex' },
]

/** The page for unknown addresses. Logged-in students keep the app's menu. */
export default function NotFound() {
  return (
    <div className="wrap sec">
      <NotFoundContent>
        <div className="for-visitor">
          <HomeLinks />
        </div>
        <div className="for-student">
          <nav className="row not-found__links" aria-label={text.student}>
            {mainItems.map(({ to, label }) => (
              <PageLink key={to} className={buttonClass({ kind: 'line' })} to={to}>
                {label}
              </PageLink>
            ))}
          </nav>
          <StudentTabs />
        </div>
      </NotFoundContent>
    </div>
  )
}

/** @param children where to go instead; by default Home and the videos */
export function NotFoundContent({ children = <HomeLinks /> }: { children?: ReactNode }) {
  return (
    <div className="empty empty--page">
      <Scene name="empty" />
      <h1>{text.notFoundTitle}</h1>
      <p className="lead">{text.notFoundHelp}</p>
      {children}
    </div>
  )
}

function HomeLinks() {
  return (
    <div className="row">
      <PageLink className={buttonClass()} to={paths.home}>
        {text.goHome}
      </PageLink>
      <PageLink className={buttonClass({ kind: 'line' })} to={paths.videoList}>
        {text.seeAllVideos}
      </PageLink>
    </div>
  )
}
