import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { text } from './text.ts'
import { useDownloads } from './use-downloads.ts'

/** A link to the downloads, if there are any. */
export function DownloadsLink() {
  const count = useDownloads().length
  if (count === 0) return null
  return (
    <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.savedVideos}>
      <Icon name="device-mobile" />
      {text.savedCount(count)}
    </Link>
  )
}
