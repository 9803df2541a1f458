import { ApiError } from '@baobab/contract/api-error.ts'
import { commonText } from '@baobab/contract/common-text.ts'
import { videosText } from '@baobab/contract/videos-text.ts'
import { listVideos, type Video } from '@baobab/contract/videos.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { invalidate } from '../api/query.ts'
import { studentSession, useStudentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { getWatchOutbox } from './app-watch-outbox.ts'
import { updateCachedVideo } from './cached-videos.ts'
import { text } from './text.ts'

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
        to={isStudent ? paths.student.trivia : paths.student.login}
        aria-label={text.showTriviaLabel(video.title)}
      >
        {text.showTrivia}
      </Link>
    </div>
  )
}

type MarkProps = { video: Video; isOffered: boolean; size: Size; onDone: () => void }

function MarkWatched({ video, isOffered, size, onDone }: MarkProps) {
  const { mutate, isPending } = useMarkWatched(video._id, onDone)
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
      onClick={() => mutate()}
    >
      <Icon name="check" />
      {text.markAsWatched}
    </Button>
  )
}

/** Marks a video as watched, through the outbox if there is no network; `onDone` is called in both cases. */
function useMarkWatched(id: string, onDone: () => void) {
  return useMutation({
    mutationFn: () => getWatchOutbox().watch(studentSession()?.studentId ?? '', id),
    onSuccess: (outcome) => {
      updateCachedVideo(id, { isWatched: true })
      toast(outcome === 'pending' ? text.watchPending : videosText.videoWatched)
      onDone()
      if (outcome === 'sent') void invalidate(listVideos)
    },
    onError: (error) => {
      // If the error is not an ApiError, the network failed and then the storage was full.
      const message = error instanceof ApiError ? errorMessage(error, videosText.watchFailed) : videosText.watchFailed
      toast(message, { kind: 'bad' })
    },
  })
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
