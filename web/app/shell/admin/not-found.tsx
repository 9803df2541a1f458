import { findHomePage } from '@baobab/contract/kernel/pages.ts'
import { Link, Navigate, useLocation } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { pageMeta, type PageMeta } from '../page-meta.ts'
import { text } from '../text.ts'

const HELP = 'The address may be wrong, or the page has moved. The menu lists every page that you may open.'

export const meta = (): PageMeta => [...pageMeta(text.pageNotFound), { name: 'robots', content: 'noindex' }]

/** The page for unknown admin addresses, next to the admin menu. The address `/admin` leads to the dashboard. */
export default function AdminNotFound() {
  const { pathname } = useLocation()
  const home = findHomePage(pathname)
  if (home) return <Navigate to={home} replace />
  return (
    <Empty heading="h1" title={text.notFoundTitle} help={HELP}>
      <Link className={buttonClass({ kind: 'line' })} to={adminPaths.dashboard}>
        {text.goToDashboard}
      </Link>
    </Empty>
  )
}
