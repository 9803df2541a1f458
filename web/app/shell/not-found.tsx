import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Scene } from '../ui/scene.tsx'
import { pageMeta } from './page-meta.ts'
import { text } from './text.ts'

export const meta = () => [...pageMeta(text.pageNotFound), { name: 'robots', content: 'noindex' }]

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
      <h1>{text.notFoundTitle}</h1>
      <p className="lead">{text.notFoundHelp}</p>
      <div className="row">
        <Link className={buttonClass()} to={paths.home}>
          {text.goHome}
        </Link>
        <Link className={buttonClass({ kind: 'line' })} to={paths.videoList}>
          {text.seeAllVideos}
        </Link>
      </div>
    </div>
  )
}
