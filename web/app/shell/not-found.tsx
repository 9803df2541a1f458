import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Scene } from '../ui/scene.tsx'
import { pageMeta } from './page-meta.ts'

export const meta = () => [...pageMeta('Page not found'), { name: 'robots', content: 'noindex' }]

export default function NotFound() {
  return (
    <div className="wrap sec">
      <NotFoundContent />
    </div>
  )
}

export function NotFoundContent() {
  return (
    <div className="empty empty--page">
      <Scene name="empty" />
      <h1>This page is not here</h1>
      <p className="lead">
        The address may be misspelt, or the page has moved. The stories are where they always were.
      </p>
      <div className="row">
        <Link className={buttonClass()} to={paths.home}>
          Go to Home
        </Link>
        <Link className={buttonClass({ kind: 'line' })} to={paths.videoList}>
          See all videos
        </Link>
      </div>
    </div>
  )
}
