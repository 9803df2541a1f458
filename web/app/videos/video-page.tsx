import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { secondsNeeded } from '@baobab/contract/videos/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { apiQuery } from '../api/query.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { formatCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { motifAt, type MotifName } from '../ui/motif.tsx'
import { Note } from '../ui/note.tsx'
import { useOnline } from '../ui/online.tsx'
import { richText } from '../ui/rich-text.tsx'
import { Thumb, VideoRow } from '../ui/video-card.tsx'
import { savePosition } from './cached-videos.ts'
import { SaveOffline } from './downloads/save-offline.tsx'
import { useDownloadedFirst, useDownloadedVideos } from './downloads/use-downloads.ts'
import { BookmarkButton } from './find/bookmark-button.tsx'
import { VideoTags } from './find/video-tags.tsx'
import { isFormerQuiz } from './is-former-quiz.ts'
import { findNextVideo, videosAfter } from './next-video.ts'
import { shouldAutoplay } from './player/autoplay.ts'
import { Player } from './player/player.tsx'
import { QualityPicker } from './quality-picker.tsx'
import { formatLengthAndSize, isPlayable } from './quality.ts'
import { text } from './text.ts'
import { Transcript } from './transcript.tsx'
import { isNewlyUnlocked, UnlockLink } from './unlocked.tsx'
import { useMarkWatched } from './use-mark-watched.ts'
import { useQuality } from './use-quality.ts'
import { VideoEnd } from './video-end.tsx'
import { WatchActions } from './watch-actions.tsx'

const WATCH_NEXT_ROWS = 3

/** Shows one video: its player, what to do after it, and the videos that follow. */
export function VideoPage({ video, videos }: { video: Video; videos: readonly Video[] }) {
  const [isNearlySeen, setNearlySeen] = useState(false)
  const heading = useVideoHeading(video.title)
  const played = useDownloadedFirst(video)
  const autoplays = shouldAutoplay(useLocation(), useNavigationType())
  const isOffered = isNearlySeen && !video.isWatched
  const { mark } = useMarkWatched(video)
  useOpened(video)
  const next = useNextVideo(video, videos)
  const motif = motifAt(videos.indexOf(video))
  const moment = useMoment()
  return (
    <>
      <Link className="back" to={paths.student.videos}>
        <Icon name="arrow-left" />
        {text.allVideos}
      </Link>
      <div className="grid split">
        <div className="stack stack-6">
          {isPlayable(played) ? (
            <Player
              key={moment}
              video={played}
              startAt={moment}
              motif={motif}
              isDownloaded={played !== video}
              shownIn="player"
              isFirst
              autoplays={autoplays}
              renderEnd={(watchAgain) => <VideoEnd video={video} next={next} onWatchAgain={watchAgain} />}
              onNearEnd={() => setNearlySeen(true)}
              onEnded={mark}
            />
          ) : (
            <Unplayable video={video} motif={motif} />
          )}
          <div className="stack">
            <h1 ref={heading} tabIndex={-1}>
              {video.title}
            </h1>
            {video.description && <p className="lead">{video.description}</p>}
            <div role="status">{isOffered && <Note kind="ok">{text.nearlySeen}</Note>}</div>
            {video.isLocked ? (
              <div className="row">
                <UnlockLink title={video.title} />
              </div>
            ) : (
              <>
                <WatchActions video={video} isOffered={isOffered} />
                <SecondsToPlay video={video} />
                <QuizNote video={video} />
              </>
            )}
            <div className="row between nowrap">
              <VideoTags video={video} />
              <BookmarkButton video={video} />
            </div>
          </div>
          <Transcript video={played} />
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

/** Returns the moment in the address, in seconds; undefined if there is none. */
function useMoment(): number | undefined {
  const at = useSearchParams()[0].get('at')
  return at !== null && /^\d{1,5}$/.test(at) ? Number(at) : undefined
}

/** Stores that a newly unlocked video was opened, so that cards no longer mark it as unlocked. */
function useOpened(video: Video): void {
  const isNew = isNewlyUnlocked(video)
  useEffect(() => {
    if (isNew) savePosition(video._id, 0)
  }, [isNew, video._id])
}

/** Without a network only a downloaded video can be the next one. */
function useNextVideo(video: Video, videos: readonly Video[]): Video | undefined {
  const downloaded = useDownloadedVideos()
  const isOnline = useOnline()
  if (isOnline) return findNextVideo(video, videos)
  return findNextVideo(
    video,
    videos.filter((one) => one === video || downloaded.some(({ _id }) => _id === one._id)),
  )
}

/** Shows the cover of a video that is locked or not ready yet, and the reason. */
function Unplayable({ video, motif }: { video: Video; motif: MotifName }) {
  return (
    <div className="stack">
      <div className="player">
        <Thumb posterUrl={video.posterUrl} motif={motif} isLocked={video.isLocked} shownIn="player" isFirst />
      </div>
      {video.isLocked ? <Note icon="lock-simple">{text.premiumOnly}</Note> : <Note kind="warn">{text.notReady}</Note>}
    </div>
  )
}

/** Shows how much is left to play, to a student who has played a part or marked the video as watched. */
function SecondsToPlay({ video: { values, series, isWatched, secondsToPlay, durationSeconds } }: { video: Video }) {
  const isBegun = isWatched || (secondsToPlay ?? 0) < secondsNeeded(durationSeconds ?? 0)
  if (!secondsToPlay || !isBegun || (values.length === 0 && series === null)) return null
  return <p className="small muted">{text.toPlay(secondsToPlay)}</p>
}

/** Shows how many questions the quiz of this video asks and how many points they are worth, or the student's result. */
function QuizNote({ video }: { video: Video }) {
  const category = useAgeCategory()
  const attempts = useQuery(apiQuery(listAttempts, {}))
  if (!category) return <Note kind="warn">{quizText.ageCategoryNotSet}</Note>
  const questions = video.questionCounts[category]
  if (questions === 0) return <Note>{quizText.noTriviaForYourAge}</Note>
  const finished = attempts.data?.attempts.find(
    (attempt) => attempt.videoId === video._id && attempt.ageCategory === category && attempt.state === 'locked',
  )
  if (finished) {
    const parts = { score: <b>{finished.score}</b>, points: formatCount(finished.maxScore, 'point') }
    return <Note kind="ok">{richText(text.quizTaken, parts)}</Note>
  }
  if (isFormerQuiz(video._id, category, attempts.data?.formerQuizzes ?? []))
    return <Note icon="lock-simple">{quizText.quizCompleted}</Note>
  const parts = {
    questions: <b>{formatCount(questions, 'question')}</b>,
    points: <b>{formatCount(questions * POINTS_PER_ANSWER, 'point')}</b>,
  }
  return (
    <Note kind="ok" icon="question">
      {richText(text.quizOffer, parts)}
    </Note>
  )
}

function WatchNext({ video, videos }: { video: Video; videos: readonly Video[] }) {
  const quality = useQuality()
  const next = videosAfter(video, videos).slice(0, WATCH_NEXT_ROWS)
  if (next.length === 0) return null
  return (
    <section className="stack">
      <h2 className="h-24">{text.watchNext}</h2>
      {next.map((one) => (
        <Link key={one._id} className="vrow" to={paths.student.video(one._id)}>
          <VideoRow
            title={one.title}
            posterUrl={one.posterUrl}
            motif={motifAt(videos.indexOf(one))}
            detail={[formatLengthAndSize(one, quality), ...describeState(one)].join(', ')}
          />
        </Link>
      ))}
    </section>
  )
}

function describeState({ isLocked, isWatched }: Video): string[] {
  if (isLocked) return [text.lockedState]
  return isWatched ? [text.watchedState] : []
}

/**
 * Sets the window's title, and focuses the heading after a link was followed. The router does neither, because the page
 * differs from the list only by its query. After a full load the browser places the focus.
 */
function useVideoHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigationType = useNavigationType()

  useEffect(() => {
    if (navigationType === 'PUSH') heading.current?.focus({ preventScroll: true })
  }, [navigationType])

  useEffect(() => {
    const before = document.title
    const own = text.windowTitle(title)
    document.title = own
    return () => {
      // Restores the previous title when returning to the list, unless another page has set its own already.
      if (document.title === own) document.title = before
    }
  }, [title])

  return heading
}
