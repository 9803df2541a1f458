import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useDownloads } from './use-downloads.ts'
import { downloadsText } from './text.ts'

/** The way to what is on this phone, where there is anything. */
export function DownloadsLink() {
  const count = useDownloads().length
  if (count === 0) return null
  return (
    <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.savedVideos}>
      <Icon name="device-mobile" />
      {downloadsText.saved} ({count})
    </Link>
  )
}
