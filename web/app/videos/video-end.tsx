import { quizText } from '@baobab/contract/quiz/text.ts'
import { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatCount, formatMegabytes } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { useOnline } from '../ui/use-online.ts'
import { chooseEnding, type Ending } from './choose-ending.ts'
import { AUTOPLAY_STATE } from './player/autoplay.ts'
import { playbackBytes } from './quality.ts'
import { text } from './text.ts'
import { useQuality } from './use-quality.ts'

type Props = { video: Video; next: Video | undefined; onWatchAgain: () => void }

/** Shown over the last frame: the quiz of the video, or why there is none, and the ways on. Nothing plays by itself. */
export function VideoEnd({ video, next, onWatchAgain }: Props) {
  const category = useAgeCategory()
  const isOnline = useOnline()
  const quizzes = useQuery(apiQuery(listAttempts, {})).data
  const ending = chooseEnding({ video, isOnline, category, quizzes })
  const hasAction = ending.kind === 'quiz' || ending.kind === 'running'
  return (
    <div className="player__over player__over--end" role="group" aria-label={text.ended}>
      <p role="status">
        <b>{text.seenIt}</b> {describeEnding(ending)}
      </p>
      <MainAction kind={ending.kind} videoId={video._id} />
      {next && !hasAction && <NextLink next={next} isMain action={text.playNext} />}
      <div className="player__ways">
        <Button kind="line" size="sm" onClick={onWatchAgain}>
          {text.watchAgain}
        </Button>
        {next && hasAction && <NextLink next={next} action={text.nextVideo} />}
      </div>
    </div>
  )
}

function describeEnding(ending: Ending): string {
  switch (ending.kind) {
    case 'quiz':
      return text.endQuiz(formatCount(ending.questions, 'question'), formatCount(ending.points, 'point'))
    case 'done':
      return text.endDone(ending.score, formatCount(ending.maxScore, 'point'))
    case 'running':
      return text.endRunning
    case 'no-category':
      return quizText.ageCategoryNotSet
    case 'no-quiz':
      return quizText.noTriviaForYourAge
    case 'former':
      return quizText.quizCompleted
    case 'offline':
      return text.endOffline
  }
}

/** The one thing to do now, if it is not the next video. */
function MainAction({ kind, videoId }: { kind: Ending['kind']; videoId: string }) {
  if (kind !== 'quiz' && kind !== 'running') return null
  return (
    <PageLink className={buttonClass({ kind: 'accent', size: 'sm' })} to={paths.student.quiz(videoId)}>
      {kind === 'quiz' ? text.takeTheQuiz : text.continueQuiz}
    </PageLink>
  )
}

/** Names the size before the tap, because data is expensive. A locked video says on its page how to open it. */
function NextLink({ next, action, isMain = false }: { next: Video; action: string; isMain?: boolean }) {
  const size = formatMegabytes(playbackBytes(next, useQuality(next._id)))
  const label = next.isLocked ? text.unlockNext : text.withSize(action, size)
  return (
    <PageLink
      className={buttonClass({ kind: isMain ? 'accent' : 'line', size: 'sm' })}
      to={paths.student.video(next._id)}
      {...(!next.isLocked && { state: AUTOPLAY_STATE })}
      aria-label={text.nextVideoLabel(label, next.title)}
    >
      {next.isLocked && <Icon name="lock-simple" size="sm" />}
      {label}
    </PageLink>
  )
}
