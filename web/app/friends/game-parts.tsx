// Parts shared by the page of a game and its questions.
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { text } from './text.ts'

export function LoadingGame() {
  return (
    <Loading text={text.loadingGame}>
      <Skeleton shape="title" />
      <Skeleton shape="option" />
      <Skeleton shape="option" />
    </Loading>
  )
}

export function ToFriends() {
  return (
    <Link className={buttonClass({ kind: 'line' })} to={paths.student.friends}>
      {text.toFriends}
    </Link>
  )
}

/** Shown for a game that is over, has expired, or is somebody else's. */
export function Gone() {
  return (
    <Empty heading="h1" title={text.gone} help={text.goneHelp}>
      <ToFriends />
    </Empty>
  )
}
