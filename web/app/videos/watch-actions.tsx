import { commonText } from '@baobab/contract/common-text.ts'
import type { Video } from '@baobab/contract/videos.ts'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { text } from './text.ts'
import { useMarkWatched } from './use-mark-watched.ts'

type Size = 'sm' | 'md'
type Props = {
  video: Video
  /** Nearly the whole video was played, so the button is highlighted. */
  isOffered?: boolean
  size?: Size
}

/** 'Mark as Watched' and 'Show Trivia'. Both lead visitors to the login page. */
export function WatchActions({ video, isOffered = false, size = 'md' }: Props) {
  const isStudent = useStudentSession() !== undefined
  const trivia = useRef<HTMLAnchorElement>(null)
  return (
    <div className="row">
      {isStudent ? (
        <MarkWatched video={video} isOffered={isOffered} size={size} onDone={() => trivia.current?.focus()} />
      ) : (
        <LogInToMarkWatched title={video.title} size={size} />
      )}
      <Link
        ref={trivia}
        className={buttonClass({ kind: video.isWatched ? 'main' : 'line', size })}
        to={isStudent ? paths.student.triviaOf(video._id) : paths.student.login}
        aria-label={text.showTriviaLabel(video.title)}
      >
        {text.showTrivia}
      </Link>
    </div>
  )
}

type MarkProps = { video: Video; isOffered: boolean; size: Size; onDone: () => void }

function MarkWatched({ video, isOffered, size, onDone }: MarkProps) {
  const { mark, isPending } = useMarkWatched(video, onDone)
  if (video.isWatched) {
    return (
      <Chip kind="ok" icon="check-circle">
        {text.watched}
      </Chip>
    )
  }
  return (
    <Button
      kind={isOffered ? 'accent' : 'main'}
      size={size}
      busyLabel={isPending && text.submitting}
      aria-label={isPending ? undefined : text.markAsWatchedLabel(video.title)}
      onClick={mark}
    >
      <Icon name="check" />
      {text.markAsWatched}
    </Button>
  )
}

function LogInToMarkWatched({ title, size }: { title: string; size: Size }) {
  const navigate = useNavigate()
  const goToLogin = () => {
    toast(commonText.authenticationRequired, { kind: 'warn' })
    void navigate(paths.student.login)
  }
  return (
    <Button size={size} aria-label={text.markAsWatchedLabel(title)} onClick={goToLogin}>
      <Icon name="check" />
      {text.markAsWatched}
    </Button>
  )
}
