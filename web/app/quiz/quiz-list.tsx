import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { listAttempts, type AttemptSummary } from '@baobab/contract/quiz/endpoints.ts'
import { quizText } from '@baobab/contract/quiz/text.ts'
import { listVideos, type Video } from '@baobab/contract/videos/endpoints.ts'
import { videosText } from '@baobab/contract/videos/text.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { prefetch } from '../api/query.ts'
import { paths } from '../paths.ts'
import { MakeAPayment } from '../settings/make-a-payment.tsx'
import { PageLink } from '../shell/page-link.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Empty } from '../ui/empty.tsx'
import { formatClock, formatCount } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, VideoCardSkeleton } from '../ui/skeleton.tsx'
import { VideoCard } from '../ui/video-card.tsx'
import { createIsQuizOpen, isFormerQuiz } from '../videos/is-former-quiz.ts'
import { UnlockedChip } from '../videos/unlocked.tsx'
import { attemptQuery } from './attempt-query.ts'
import { findAttempt, orderQuizzes } from './order-quizzes.ts'
import { runningQuizText, text } from './text.ts'
import { useCountdown } from './use-countdown.ts'
import { useQuizzes, type Quiz, type Quizzes } from './use-quizzes.ts'

export function clientLoader() {
  prefetch(listVideos, {})
  prefetch(listAttempts, {})
  return null
}

export const meta = () => pageMeta('Trivia')

/** Lists all quizzes for the student's age category, with their states. The one for `?video=` comes first. */
export default function QuizList() {
  const { category, quizzes } = useQuizzes()
  return (
    <>
      <PageHead title={text.listHeading} lead={text.listLead}>
        <PageLink className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.myQuizzes}>
          {text.myQuizzes}
        </PageLink>
      </PageHead>
      <QueryView query={quizzes} failed={videosText.videosFailed} loading={<LoadingCards />}>
        {(data) => <QuizCards {...data} category={category} />}
      </QueryView>
    </>
  )
}

function LoadingCards() {
  return (
    <Loading text={quizText.quizLoading}>
      <div className="grid g3">
        <VideoCardSkeleton />
        <VideoCardSkeleton />
        <VideoCardSkeleton />
      </div>
    </Loading>
  )
}

function QuizCards({ videos, attempts, formerQuizzes, category }: Quizzes & { category: AgeCategory | null }) {
  const askedId = useSearchParams()[0].get('video')
  const shown = orderQuizzes(
    videos.filter((video) => hasQuiz(video, category, attempts)),
    { attempts, formerQuizzes, category, askedId },
  )
  const asked = videos.find(({ _id }) => _id === askedId)
  const isOpen = createIsQuizOpen(category, { attempts, formerQuizzes })
  return (
    <>
      {!category && <Note kind="warn">{quizText.ageCategoryNotSet}</Note>}
      {asked && !shown.includes(asked) && <Note>{quizText.noTriviaForYourAge}</Note>}
      {shown.length > 0 && category && !shown.some(isOpen) && (
        <Note kind="ok" icon="check-circle">
          {text.everyQuizDone} <Link to={paths.student.dashboard}>{text.seeWhatIsNext}</Link>
        </Note>
      )}
      {shown.length === 0 ? (
        <Empty title={quizText.noTrivias} help={text.noQuizzesHelp}>
          <PageLink className={buttonClass()} to={paths.student.videos}>
            {text.watchVideos}
          </PageLink>
        </Empty>
      ) : (
        <div className="grid g3">
          {shown.map((video, at) => (
            <VideoCard
              key={video._id}
              title={video.title}
              description={video.description}
              posterUrl={video.posterUrl}
              isLocked={video.isLocked}
              isFirst={at === 0}
              heading="h2"
              isMarked={video._id === askedId}
            >
              {video._id === askedId && <Chip kind="info">{text.fromYourVideo}</Chip>}
              <Chip icon="question">
                {category ? formatCount(video.questionCounts[category], 'question') : text.questionCountUnknown}
              </Chip>
              <UnlockedChip video={video} />
              <QuizState
                video={video}
                category={category}
                attempt={findAttempt(video._id, category, attempts)}
                isFormer={isFormerQuiz(video._id, category, formerQuizzes)}
              />
            </VideoCard>
          ))}
        </div>
      )}
    </>
  )
}

/** Returns whether there is already an attempt, or questions for the student's category (or for any category if the student has none). */
function hasQuiz(video: Video, category: AgeCategory | null, attempts: readonly AttemptSummary[]): boolean {
  const counts = video.questionCounts
  const count = category ? counts[category] : counts['5-10'] + counts['11-20']
  return count > 0 || findAttempt(video._id, category, attempts) !== undefined
}

type QuizStateProps = {
  video: Video
  category: AgeCategory | null
  attempt: AttemptSummary | undefined
  /** An erased account with the same email had started it. */
  isFormer: boolean
}

/** Shows the quiz's state on its card, and a link to what the student can do next. */
function QuizState({ video, category, attempt, isFormer }: QuizStateProps) {
  if (attempt?.state === 'locked')
    return (
      <>
        <Chip kind="ok" icon="check">
          {text.points(attempt.score, attempt.maxScore)}
        </Chip>
        <CardLink to={paths.student.review(video._id)} label={text.seeReviewOf(video.title)}>
          {text.seeReview}
        </CardLink>
      </>
    )
  if (video.isLocked)
    return (
      <PageLink className={buttonClass({ size: 'sm' })} to={paths.student.payment} reloadDocument>
        <MakeAPayment />
      </PageLink>
    )
  if (attempt) return <RunningQuiz quiz={{ video, ageCategory: attempt.ageCategory }} />
  if (isFormer) return <Chip icon="lock-simple">{quizText.quizCompleted}</Chip>
  if (!category)
    return (
      <CardLink to={paths.student.video(video._id)} label={text.watchVideoTitled(video.title)}>
        {text.watchVideo}
      </CardLink>
    )
  return (
    <CardLink kind="accent" to={paths.student.quiz(video._id)} label={text.takeQuizOf(video.title)}>
      {text.takeQuiz}
    </CardLink>
  )
}

type CardLinkProps = { kind?: 'line' | 'accent'; to: string; label: string; children: ReactNode }

/** A small button on a video's card. Its label names the video. */
function CardLink({ kind = 'line', to, label, children }: CardLinkProps) {
  return (
    <PageLink className={buttonClass({ kind, size: 'sm' })} to={to} aria-label={label}>
      {children}
    </PageLink>
  )
}

function RunningQuiz({ quiz }: { quiz: Quiz }) {
  const { data, isError } = useQuery(attemptQuery(quiz))
  const left = useCountdown(data)
  const isOver = left === 0 || (isError && !data)
  const { _id, title } = quiz.video
  return (
    <>
      {left !== undefined && (
        <Chip kind="warn" icon="timer">
          {isOver ? quizText.timeIsUp : <span translate="no">{runningQuizText.timeLeftShort(formatClock(left))}</span>}
        </Chip>
      )}
      <PageLink
        className={buttonClass({ kind: 'accent', size: 'sm' })}
        to={paths.student.quiz(_id)}
        aria-label={isOver ? text.seeResultOf(title) : runningQuizText.continueQuizOf(title)}
      >
        {isOver ? text.seeResult : runningQuizText.continueQuiz}
      </PageLink>
    </>
  )
}
