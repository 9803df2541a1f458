import { scoreSentence } from '@baobab/contract/quiz-text.ts'
import type { Review } from '@baobab/contract/quiz.ts'
import type { ReactNode } from 'react'
import { Scene } from '../ui/scene.tsx'
import { Squares, type Square } from '../ui/squares.tsx'
import { text } from './text.ts'
import { useFocusOn } from './use-focus-on.ts'

type Props = {
  review: Review
  /** The reason why the quiz is over. */ lead: string
  /** Links to continue. */ children: ReactNode
}

/** Shows the score, with one square for each question. */
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

/** Returns one square for each question. */
export function toReviewSquares({ questions }: Review): Square[] {
  return questions.map(({ correct, answer }) => {
    if (correct) return 'done'
    return answer === null ? 'waiting' : 'wrong'
  })
}

/** Returns the label of the squares: '3 of 5 correct'. */
export function describeCorrectCount({ questions }: Review): string {
  return text.correctCount(questions.filter(({ correct }) => correct).length, questions.length)
}
