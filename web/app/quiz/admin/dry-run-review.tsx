import type { Review } from '@baobab/contract/quiz.ts'
import { reviewTitle, scoreSentence } from '@baobab/contract/quiz-text.ts'
import { Link } from 'react-router'
import { describeCorrectCount, toReviewSquares } from '../quiz-score.tsx'
import { ReviewQuestion } from '../review-question.tsx'
import { useFocusOn } from '../use-focus-on.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Squares } from '../../ui/squares.tsx'

type Props = { review: Review; back: string; onAgain: () => void }

export function DryRunReview({ review, back, onAgain }: Props) {
  const heading = useFocusOn<HTMLHeadingElement>('review')
  return (
    <>
      <div className="phead">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {reviewTitle(review)}
          </h1>
          <p>{scoreSentence(review)}</p>
        </div>
        <Chip icon="eye">Dry run</Chip>
      </div>
      <div className="review__s">
        <Squares squares={toReviewSquares(review)} label={describeCorrectCount(review)} wrap />
      </div>
      <ol className="stack stack-3">
        {review.questions.map((question, at) => (
          <ReviewQuestion key={question._id} question={question} number={at + 1} />
        ))}
      </ol>
      <div className="row">
        <Link className={buttonClass()} to={back}>
          Back to the questions
        </Link>
        <Button kind="line" onClick={onAgain}>
          Take it again
        </Button>
      </div>
    </>
  )
}
