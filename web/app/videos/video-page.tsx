import type { Video } from '@baobab/contract/videos.ts'
import { useState } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router'
import { SaveOffline } from './downloads/save-offline.tsx'
import { useDownloadedFirst } from './downloads/use-downloads.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { motifAt, type MotifName } from '../ui/motif.tsx'
import { Note } from '../ui/note.tsx'
import { Thumb } from '../ui/thumb.tsx'
import { findNextVideo } from './next-video.ts'
import { QualityPicker } from './quality-picker.tsx'
import { UnlockLink } from './unlock-link.tsx'
import { isPlayable } from './player/player-view.ts'
import { Player } from './player/player.tsx'
import { playsAtOnce } from './player/autoplay.ts'
import { QuizNote } from './quiz-note.tsx'
import { Transcript } from './transcript.tsx'
import { useVideoHeading } from './use-video-heading.ts'
import { WatchActions } from './watch-actions.tsx'
import { WatchNext } from './watch-next.tsx'

/** One video: its player, what to do after it, and what comes next. */
export function VideoPage({ video, videos }: { video: Video; videos: readonly Video[] }) {
  const [isNearlySeen, setNearlySeen] = useState(false)
  const heading = useVideoHeading(video.title)
  const shown = useDownloadedFirst(video)
  const startsNow = playsAtOnce(useLocation(), useNavigationType())
  const isOffered = isNearlySeen && !video.isWatched
  const motif = motifAt(videos.indexOf(video))
  return (
    <>
      <Link className="back" to={paths.student.videos}>
        <Icon name="arrow-left" />
        All Videos
      </Link>
      <div className="grid split">
        <div className="stack stack-6">
          {isPlayable(shown) ? (
            <Player
              video={shown}
              motif={motif}
              isKept={shown !== video}
              startsNow={startsNow}
              next={findNextVideo(video, videos)}
              onNearEnd={() => setNearlySeen(true)}
            />
          ) : (
            <Unplayable video={video} motif={motif} />
          )}
          <div className="stack">
            <h1 ref={heading} tabIndex={-1}>
              {video.title}
            </h1>
            {video.description && <p className="lead">{video.description}</p>}
            <div role="status">{isOffered && <Offer />}</div>
            {video.isLocked ? (
              <div className="row">
                <UnlockLink title={video.title} />
              </div>
            ) : (
              <>
                <WatchActions video={video} isOffered={isOffered} />
                <QuizNote video={video} />
              </>
            )}
          </div>
          <Transcript video={shown} />
        </div>
        <div className="stack stack-8">
          {isPlayable(video) && video.renditions.length > 1 && <QualityPicker video={video} />}
          <SaveOffline video={video} />
          <WatchNext video={video} videos={videos} />
        </div>
      </div>
    </>
  )
}

function Offer() {
  return <Note kind="ok">You have seen the story. Mark it as watched, and it takes the dye in your cloth.</Note>
}

/** A locked video shows its cover only; so does one whose file is not ready yet. */
function Unplayable({ video, motif }: { video: Video; motif: MotifName }) {
  return (
    <div className="stack">
      <div className="player">
        <Thumb posterUrl={video.posterUrl} motif={motif} isLocked={video.isLocked} />
      </div>
      {video.isLocked ? (
        <Note icon="lock-simple">
          This video is for students who have paid. You pay once, and it opens all of them.
        </Note>
      ) : (
        <Note kind="warn">This video is being prepared. Come back in a few minutes.</Note>
      )}
    </div>
  )
}
