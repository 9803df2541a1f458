import type { Review } from '@baobab/contract/quiz.ts'
import { scoreSentence } from '@baobab/contract/quiz-text.ts'
import type { ReactNode } from 'react'
import { Scene } from '../ui/scene.tsx'
import { Squares, type Square } from '../ui/squares.tsx'
import { useFocusOn } from './use-focus-on.ts'

type Props = { review: Review; /** How it came to this. */ lead: string; /** The ways on. */ children: ReactNode }

/** The score, square by square. */
export function QuizScore({ review, lead, children }: Props) {
  const heading = useFocusOn<HTMLHeadingElement>('score')
  return (
    <section className="cloth cloth--c result">
      <Scene name="trophy" />
      <p>{lead}</p>
      <h1 ref={heading} tabIndex={-1}>
        {scoreSentence(review)}
      </h1>
      <Squares squares={toReviewSquares(review)} label={describeCorrectCount(review)} wrap />
      <p>{review.title}</p>
      <div className="row">{children}</div>
    </section>
  )
}

/** Each question's square; one that was not answered stays undyed. */
export function toReviewSquares({ questions }: Review): Square[] {
  return questions.map(({ correct, answer }) => {
    if (correct) return 'done'
    return answer === null ? 'waiting' : 'wrong'
  })
}

export function describeCorrectCount({ questions }: Review): string {
  return `${questions.filter(({ correct }) => correct).length} of ${questions.length} correct`
}
