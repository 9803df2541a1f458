import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { listAttempts, type AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { POINTS_PER_ANSWER } from '@baobab/contract/quiz/rules.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import type { Video } from '@baobab/contract/videos/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/query.ts'
import { useAgeCategory } from '../api/use-age-category.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../shell/page-link.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatCount, formatMegabytes } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { useOnline } from '../ui/online.tsx'
import { isFormerQuiz, type FormerQuiz } from './is-former-quiz.ts'
import { AUTOPLAY_STATE } from './player/autoplay.ts'
import { playbackBytes } from './quality.ts'
import { text } from './text.ts'
import { useQuality } from './use-quality.ts'

type Props = { video: Video; next: Video | undefined; onWatchAgain: () => void }

/** Shown over the last frame: the quiz of the video, or why there is none, and where to go next. Nothing plays by itself. */
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

/** Names the size before the tap, because data is expensive. The page of a locked video says how to unlock it. */
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

/** What the player offers after the end of a video. */
type Ending =
  | { kind: 'no-category' | 'no-quiz' | 'former' | 'running' | 'offline' }
  | { kind: 'done'; score: number; maxScore: number }
  | { kind: 'quiz'; questions: number; points: number }

type Facts = {
  video: Pick<Video, '_id' | 'questionCounts'>
  isOnline: boolean
  category: AgeCategory | null
  /** Undefined until they are loaded. */
  quizzes: { attempts: readonly AttemptSummary[]; formerQuizzes: readonly FormerQuiz[] } | undefined
}

/** Chooses what is offered after the end of a video: its quiz, the quiz's result, or why there is none. */
export function chooseEnding({ video, isOnline, category, quizzes }: Facts): Ending {
  const own = quizzes?.attempts.filter(({ videoId }) => videoId === video._id) ?? []
  if (own.some(({ state }) => state === 'running')) return { kind: 'running' }
  if (!category) return { kind: 'no-category' }
  const done = own.find(({ ageCategory }) => ageCategory === category)
  if (done) return { kind: 'done', score: done.score, maxScore: done.maxScore }
  const questions = video.questionCounts[category]
  if (questions === 0) return { kind: 'no-quiz' }
  if (isFormerQuiz(video._id, category, quizzes?.formerQuizzes ?? [])) return { kind: 'former' }
  if (!isOnline) return { kind: 'offline' }
  return { kind: 'quiz', questions, points: questions * POINTS_PER_ANSWER }
}
