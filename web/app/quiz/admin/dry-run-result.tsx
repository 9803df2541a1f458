import type { Review } from '@baobab/contract/quiz.ts'
import { Link } from 'react-router'
import { QuizScore } from '../quiz-score.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

type Props = { review: Review; lead: string; back: string; onReview: () => void; onAgain: () => void }

export function DryRunResult({ review, lead, back, onReview, onAgain }: Props) {
  return (
    <>
      <Note>This was a dry run: no points were awarded, and nothing was stored.</Note>
      <QuizScore review={review} lead={lead}>
        <Button kind="accent" onClick={onReview}>
          See Review
        </Button>
        <Button kind="line" onClick={onAgain}>
          Take it again
        </Button>
        <Link className={buttonClass({ kind: 'line' })} to={back}>
          Back to the questions
        </Link>
      </QuizScore>
    </>
  )
}
