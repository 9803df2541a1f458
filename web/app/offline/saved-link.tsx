import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useFilms } from './use-kept-films.ts'
import { words } from './words.ts'

/** The way to what is on this phone, where there is anything. */
export function SavedLink() {
  const count = useFilms().length
  if (count === 0) return null
  return (
    <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.savedVideos}>
      <Icon name="device-mobile" />
      {words.saved} ({count})
    </Link>
  )
}
