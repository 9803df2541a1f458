import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { text } from './text.ts'
import { useMarkWatched } from './use-mark-watched.ts'

type Size = 'sm' | 'md'
type Props = {
  video: Video
  /** Whether to highlight the button, because nearly the whole video was played. */
  isOffered?: boolean
  size?: Size
}

/** 'Mark as Watched' and 'Show Trivia'. */
export function WatchActions({ video, isOffered = false, size = 'md' }: Props) {
  const trivia = useRef<HTMLAnchorElement>(null)
  return (
    <div className="row">
      <MarkWatched video={video} isOffered={isOffered} size={size} onDone={() => trivia.current?.focus()} />
      <Link
        ref={trivia}
        className={buttonClass({ kind: video.isWatched ? 'main' : 'line', size })}
        to={paths.student.triviaOf(video._id)}
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
      kind={isOffered ? 'accent' : 'line'}
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
