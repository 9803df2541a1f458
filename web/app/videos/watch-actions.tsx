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
import { useMarkWatched } from './use-mark-watched.ts'

type Props = {
  video: Video
  /** Nearly all of the film has been seen: the button calls for itself. */
  isOffered?: boolean
  size?: 'sm' | 'md'
}

/** 'Mark as Watched' and 'Show Trivia'. Visitors are sent to the login by both (decisions 3). */
export function WatchActions({ video, isOffered = false, size = 'md' }: Props) {
  const isStudent = useStudentSession() !== undefined
  const trivia = useRef<HTMLAnchorElement>(null)
  return (
    <div className="row">
      {isStudent ? (
        <MarkWatched video={video} isOffered={isOffered} size={size} onDone={() => trivia.current?.focus()} />
      ) : (
        <LogInFirst title={video.title} size={size} />
      )}
      <Link
        ref={trivia}
        className={buttonClass({ kind: video.isWatched ? 'main' : 'line', size })}
        to={isStudent ? paths.student.trivia : paths.student.login}
        aria-label={`Show Trivia: ${video.title}`}
      >
        Show Trivia
      </Link>
    </div>
  )
}

type MarkProps = { video: Video; isOffered: boolean; size: 'sm' | 'md'; onDone: () => void }

function MarkWatched({ video, isOffered, size, onDone }: MarkProps) {
  const { mark, isSending } = useMarkWatched(video._id, onDone)
  if (video.isWatched) {
    return (
      <Chip kind="ok" icon="check-circle">
        Watched
      </Chip>
    )
  }
  return (
    <Button
      kind={isOffered ? 'accent' : 'main'}
      size={size}
      busyLabel={isSending && 'Submitting...'}
      aria-label={isSending ? undefined : `Mark as Watched: ${video.title}`}
      onClick={mark}
    >
      <Icon name="check" />
      Mark as Watched
    </Button>
  )
}

function LogInFirst({ title, size }: { title: string; size: 'sm' | 'md' }) {
  const navigate = useNavigate()
  const leave = () => {
    toast(commonText.authenticationRequired, { kind: 'warn' })
    void navigate(paths.student.login)
  }
  return (
    <Button size={size} aria-label={`Mark as Watched: ${title}`} onClick={leave}>
      <Icon name="check" />
      Mark as Watched
    </Button>
  )
}
