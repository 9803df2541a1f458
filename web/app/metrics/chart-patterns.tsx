import type { MetricCategory } from '@baobab/contract/metrics.ts'
import { useId } from 'react'
import { categoryLabels } from './metric-labels.ts'

/** What the categories are drawn with, told apart without colour too. */
export function ChartPatterns({ id }: { id: string }) {
  const whole = { width: 8, height: 8, patternUnits: 'userSpaceOnUse' } as const
  return (
    <defs>
      <pattern id={`${id}-5-10`} {...whole} patternTransform="rotate(45)">
        <rect className="ink-2" width="8" height="8" />
        <path className="ink-gap" d="M0 0v8" />
      </pattern>
      <pattern id={`${id}-11-20`} {...whole}>
        <rect className="ink-1" width="8" height="8" />
      </pattern>
      <pattern id={`${id}-none`} {...whole}>
        <rect className="ink-3" width="8" height="8" />
        <circle className="ink-dot" cx="4" cy="4" r="1.6" />
      </pattern>
    </defs>
  )
}

/** Which ink is which category. */
export function Legend({ categories }: { categories: readonly MetricCategory[] }) {
  const id = useId()
  return (
    <ul className="legend small">
      {categories.map((category) => (
        <li key={category}>
          <svg viewBox="0 0 20 14" aria-hidden="true">
            <ChartPatterns id={`${id}${category}`} />
            <rect
              className={`chart__ink chart__ink--${category}`}
              x="1"
              y="1"
              width="18"
              height="12"
              fill={`url(#${id}${category}-${category})`}
            />
          </svg>
          {categoryLabels[category]}
        </li>
      ))}
    </ul>
  )
}
