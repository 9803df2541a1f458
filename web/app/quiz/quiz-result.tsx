import { scoreSentence, text } from '@baobab/contract/text.ts'
import type { Review } from '@baobab/contract/quiz.ts'
import { Link } from 'react-router'
import { sentenceOf } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Note } from '../ui/note.tsx'
import { Scene } from '../ui/scene.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Squares, type Square } from '../ui/squares.tsx'
import { useFocusOn } from './use-focus-on.ts'
import { useLocked, useReview } from './use-review.ts'
import type { Quiz } from './use-quizzes.ts'
import { lateSentence } from './words.ts'

type Props = { quiz: Quiz; studentId: string; /** How it came to this. */ lead: string }

/** After the lock: the score, square by square, and the ways on. */
export function QuizResult({ quiz, studentId, lead }: Props) {
  const { review, late } = useReview(quiz)
  useLocked({ studentId, videoTitle: quiz.video.title })
  if (review.data) return <Score review={review.data} videoId={quiz.video._id} late={late} lead={lead} />
  if (review.isError)
    return (
      <Failure
        heading="h1"
        title={sentenceOf(review.error)}
        isRetrying={review.isFetching}
        onRetry={() => void review.refetch()}
      />
    )
  return (
    <Loading text={text.quizLoading}>
      <Skeleton shape="thumb" />
    </Loading>
  )
}

function Score({ review, videoId, late, lead }: { review: Review; videoId: string; late: number; lead: string }) {
  const heading = useFocusOn<HTMLHeadingElement>('score')
  return (
    <>
      {late > 0 && <Note kind="warn">{lateSentence(late)}</Note>}
      <section className="cloth cloth--c result">
        <Scene name="trophy" />
        <p>{lead}</p>
        <h1 ref={heading} tabIndex={-1}>
          {scoreSentence(review)}
        </h1>
        <Squares squares={squaresOfReview(review)} label={correctLabel(review)} wrap />
        <p>{review.title}</p>
        <div className="row">
          <Link className={buttonClass({ kind: 'accent' })} to={paths.student.review(videoId)}>
            See Review
          </Link>
          <Link className={buttonClass({ kind: 'line' })} to={paths.student.scholarship}>
            See Leaderboard
          </Link>
        </div>
      </section>
    </>
  )
}

/** Each question's square; one that was not answered stays undyed. */
export function squaresOfReview({ questions }: Review): Square[] {
  return questions.map(({ correct, answer }) => {
    if (correct) return 'done'
    return answer === null ? 'waiting' : 'wrong'
  })
}

export function correctLabel({ questions }: Review): string {
  return `${questions.filter(({ correct }) => correct).length} of ${questions.length} correct`
}
