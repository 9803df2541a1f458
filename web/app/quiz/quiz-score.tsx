import type { Review } from '@baobab/contract/quiz/endpoints.ts'
import { scoreSentence } from '@baobab/contract/quiz/text.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { prefersReducedMotion } from '../ui/reduced-motion.ts'
import { Squares, type Square } from '../ui/squares.tsx'
import { text } from './text.ts'
import { findTier, TierDrawing } from './tier-drawing.tsx'
import { useFocusOn } from './use-focus-on.ts'

type Props = {
  review: Review
  /** Why the quiz is over. */ lead: string
  /** The movement on the leaderboard. */ movement?: ReactNode
  /** Links to continue. */ children: ReactNode
}

/** Shows the score, with a square for each question. */
export function QuizScore({ review, lead, movement, children }: Props) {
  const heading = useFocusOn<HTMLHeadingElement>('score')
  const tier = findTier(review)
  const points = useCountUp(review.score)
  return (
    <section className="cloth cloth--c result">
      <TierDrawing tier={tier} />
      <p>{lead}</p>
      <p className="result__points d" aria-hidden="true" translate="no">
        {points}
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {scoreSentence(review)}
      </h1>
      <p className="result__tier">{text.tiers[tier]}</p>
      <Squares squares={toReviewSquares(review)} label={describeCorrectCount(review)} wrap />
      {movement}
      <p className="result__title">{review.title}</p>
      <div className="row">{children}</div>
    </section>
  )
}

/** Returns a square for each question. */
export function toReviewSquares({ questions }: Review): Square[] {
  return questions.map(({ correct, answer, voided }) => {
    if (correct) return 'done'
    return answer === null || voided ? 'waiting' : 'wrong'
  })
}

/** Returns the squares' label: '3 of 5 correct'. Questions that count for nobody are left out. */
export function describeCorrectCount({ questions }: Review): string {
  const counting = questions.filter(({ voided }) => voided !== 'none')
  return text.correctCount(counting.filter(({ correct }) => correct).length, counting.length)
}

/** The time in which five squares get their colours. */
const COUNT_UP_MS = 900

/** Counts from 0 to a number, once; with reduced motion, shows the number at once. */
function useCountUp(end: number): number {
  const [share, setShare] = useState(() => (prefersReducedMotion() ? 1 : 0))

  useEffect(() => {
    if (prefersReducedMotion()) return undefined
    let frame = 0
    let startedAt: number | undefined
    const step = (now: number) => {
      startedAt ??= now
      const passed = Math.min(1, (now - startedAt) / COUNT_UP_MS)
      setShare(passed)
      if (passed < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [])

  return Math.round(end * share)
}
