import { POINTS_PER_ANSWER } from '@baobab/contract/limits.ts'
import type { Review } from '@baobab/contract/quiz.ts'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'

type Props = { question: Review['questions'][number]; number: number }

/** A question with its correct answer and one's own: an icon, and the words for it. */
export function ReviewQuestion({ question, number }: Props) {
  const { correct, answer } = question
  return (
    <Card as="li" className="review__q">
      <div className="row nowrap start">
        <span className={correct ? 'review__i review__i--ok' : 'review__i'}>
          <Icon name={iconOf(question)} size="lg" />
        </span>
        <div className="stack stack-2 grow">
          <h2>{`${number}. ${question.question}`}</h2>
          <p className="muted">
            Correct answer: <b>{question.correctAnswer}</b>
          </p>
          {answer === null && <p className="small muted">You did not answer this question.</p>}
          {answer !== null && (
            <p className={correct ? 'small review__own review__own--ok' : 'small review__own'}>
              {`You chose: ${answer} (${correct ? 'correct' : 'incorrect'})`}
            </p>
          )}
        </div>
        <Chip kind={correct ? 'ok' : 'plain'}>{correct ? `+${POINTS_PER_ANSWER}` : '0'}</Chip>
      </div>
    </Card>
  )
}

function iconOf({ correct, answer }: Props['question']) {
  if (correct) return 'check-circle'
  return answer === null ? 'timer' : 'x-circle'
}
