import type { AgeCategory } from '@baobab/contract/age.ts'
import { quizText } from '@baobab/contract/quiz-text.ts'
import type { Video } from '@baobab/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { MakeAPayment } from '../settings/make-a-payment.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatClock, formatCount } from '../ui/format.ts'
import { VideoCard } from '../ui/video-card.tsx'
import { attemptQuery } from './attempt-query.ts'
import { useCountdown } from './use-countdown.ts'
import type { AttemptSummary, Quiz } from './use-quizzes.ts'

type Props = { video: Video; category: AgeCategory | null; attempt: AttemptSummary | undefined }

export function QuizCard({ video, category, attempt }: Props) {
  return (
    <VideoCard
      title={video.title}
      description={video.description}
      posterUrl={video.posterUrl}
      isLocked={video.isLocked}
      heading="h2"
    >
      <Chip icon="question">{category ? formatCount(video.questionCounts[category], 'question') : 'N/A'}</Chip>
      <WayOn video={video} category={category} attempt={attempt} />
    </VideoCard>
  )
}

function WayOn({ video, category, attempt }: Props) {
  const of = <span className="sr"> {`of ${video.title}`}</span>
  if (attempt?.state === 'locked')
    return (
      <>
        <Chip kind="ok" icon="check">{`${attempt.score} of ${attempt.maxScore} points`}</Chip>
        <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.review(video._id)}>
          See Review
          {of}
        </Link>
      </>
    )
  if (video.isLocked)
    return (
      <Link className={buttonClass({ kind: 'accent', size: 'sm' })} to={paths.student.payment} reloadDocument>
        <MakeAPayment />
      </Link>
    )
  if (attempt) return <Running quiz={{ video, ageCategory: attempt.ageCategory }} />
  if (!category)
    return (
      <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={paths.student.video(video._id)}>
        Watch Video
        <span className="sr">{` ${video.title}`}</span>
      </Link>
    )
  return (
    <>
      <Chip>Not begun</Chip>
      <Link className={buttonClass({ size: 'sm' })} to={paths.student.quiz(video._id)}>
        Take Quiz
        {of}
      </Link>
    </>
  )
}

/** The clock is the server's: reading the attempt again brings it. */
function Running({ quiz }: { quiz: Quiz }) {
  const { data, isError } = useQuery(attemptQuery(quiz))
  const left = useCountdown(data?.clock)
  const isOver = left === 0 || (isError && !data)
  return (
    <>
      {left !== undefined && (
        <Chip kind="warn" icon="timer">
          {isOver ? quizText.timeIsUp : `${formatClock(left)} left`}
        </Chip>
      )}
      <Link className={buttonClass({ kind: 'accent', size: 'sm' })} to={paths.student.quiz(quiz.video._id)}>
        {isOver ? 'See Result' : 'Continue'}
        <span className="sr"> {`of ${quiz.video.title}`}</span>
      </Link>
    </>
  )
}
