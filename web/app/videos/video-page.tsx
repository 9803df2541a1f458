import type { Video } from '@baobab/contract/videos.ts'
import { useState } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router'
import { SaveOffline } from '../offline/save-offline.tsx'
import { useKeptFirst } from '../offline/use-kept-films.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { motifAt, type MotifName } from '../ui/motif.tsx'
import { Note } from '../ui/note.tsx'
import { Thumb } from '../ui/thumb.tsx'
import { videoToPlayNext } from './after.ts'
import { DataChoice } from './data-choice.tsx'
import { PayLink } from './pay-link.tsx'
import { isPlayable } from './player-view.ts'
import { Player } from './player.tsx'
import { playsAtOnce } from './plays-at-once.ts'
import { QuizNote } from './quiz-note.tsx'
import { Story } from './story.tsx'
import { useVideoArrival } from './use-video-arrival.ts'
import { WatchActions } from './watch-actions.tsx'
import { WatchNext } from './watch-next.tsx'

/** One video: its player, what to do after it, and what comes next. */
export function VideoPage({ video, videos }: { video: Video; videos: readonly Video[] }) {
  const [isNearlySeen, setNearlySeen] = useState(false)
  const heading = useVideoArrival(video.title)
  const shown = useKeptFirst(video)
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
              next={videoToPlayNext(video, videos)}
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
                <PayLink title={video.title} />
              </div>
            ) : (
              <>
                <WatchActions video={video} isOffered={isOffered} />
                <QuizNote video={video} />
              </>
            )}
          </div>
          <Story video={shown} />
        </div>
        <div className="stack stack-8">
          {isPlayable(video) && video.renditions.length > 1 && <DataChoice video={video} />}
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
