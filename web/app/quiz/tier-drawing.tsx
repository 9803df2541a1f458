import type { Review } from '@baobab/contract/quiz/endpoints.ts'
import type { ReactNode } from 'react'

const trunk = <path d="M44 92c5-14 4-24 1-36l8 8 7-14 7 14 8-8c-3 12-4 22 1 36Z" fill="#b23e1e" />

const fruit = (at: readonly (readonly [number, number])[]) =>
  at.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r="5.5" fill="#ffc21a" />)

/** The baobab grows with the result: a seed, a seedling, a tree with fruit, and a full-grown tree under a star. */
const drawings: Record<ResultTier, ReactNode> = {
  hard: (
    <>
      <path d="M60 88c-15 0-20-11-20-19 0-13 11-21 20-21s20 8 20 21c0 8-5 19-20 19Z" fill="#b23e1e" />
      <path d="M52 60c-3 4-4 9-3 14" stroke="#f4c3ae" strokeWidth="3" strokeLinecap="round" fill="none" />
      <path d="M60 48c0-7 2-12 7-15" stroke="#7fd8b0" strokeWidth="5" strokeLinecap="round" fill="none" />
    </>
  ),
  start: (
    <>
      <path d="M60 92c-1-18 1-26 0-44" stroke="#b23e1e" strokeWidth="6" strokeLinecap="round" fill="none" />
      <path d="M59 66C42 65 33 55 33 42c15 0 25 9 26 24ZM61 54c1-17 12-26 28-26 0 15-10 26-28 26Z" fill="#7fd8b0" />
    </>
  ),
  good: (
    <>
      {trunk}
      <path
        d="M60 12c22 0 40 12 40 28 0 11-9 18-20 18-6 0-9-3-20-3s-14 3-20 3c-11 0-20-7-20-18 0-16 18-28 40-28Z"
        fill="#7fd8b0"
      />
      {fruit([
        [40, 38],
        [60, 28],
        [80, 38],
      ])}
    </>
  ),
  perfect: (
    <>
      {trunk}
      <path
        d="M60 20c24 0 46 10 46 24 0 10-10 16-22 16-8 0-12-4-24-4s-16 4-24 4c-12 0-22-6-22-16 0-14 22-24 46-24Z"
        fill="#7fd8b0"
      />
      {fruit([
        [30, 44],
        [45, 34],
        [60, 44],
        [75, 34],
        [90, 44],
      ])}
      <path d="m60 0 4 9 10 1-7 7 2 10-9-5-9 5 2-10-7-7 10-1Z" fill="#ffc21a" />
    </>
  ),
}

/** The drawing for a result, on the cloth, which has the same colours in both themes. */
export function TierDrawing({ tier }: { tier: ResultTier }) {
  return (
    <svg className="result__art" viewBox="0 0 120 104" aria-hidden="true">
      <ellipse cx="60" cy="94" rx="46" ry="7" fill="#2a3170" />
      {drawings[tier]}
    </svg>
  )
}

export const resultTiers = ['hard', 'start', 'good', 'perfect'] as const
export type ResultTier = (typeof resultTiers)[number]

/** Returns a result's tier by its share of correct answers: below 40 %, below 70 %, below 100 %, and 100 %. */
export function findTier({ score, maxScore }: Pick<Review, 'score' | 'maxScore'>): ResultTier {
  const share = maxScore === 0 ? 0 : score / maxScore
  if (share >= 1) return 'perfect'
  if (share >= 0.7) return 'good'
  return share >= 0.4 ? 'start' : 'hard'
}
