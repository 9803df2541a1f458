import type { MetricCategory } from '@baobab/contract/metrics.ts'
import { useId, type PointerEvent } from 'react'
import { pointAt, computeChart, type Point } from './chart-shape.ts'
import { tick } from './metric-labels.ts'
import { ChartPatterns } from './chart-patterns.tsx'
import { useWidth } from './use-width.ts'

const HEIGHT = 220
const AT_FIRST = 320

type Props = {
  label: string
  points: readonly Point[]
  /** The day that is told in words beside the drawing. */
  chosen: number
  onChoose: (at: number) => void
}

/** Days as stacked bars or areas. Each category has an ink of its own: plain, hatched, dotted. */
export function Chart({ label, points, chosen, onChoose }: Props) {
  const id = useId()
  const [element, width] = useWidth<HTMLDivElement>(AT_FIRST)
  const shape = computeChart(points, { width, height: HEIGHT })
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width: drawn } = event.currentTarget.getBoundingClientRect()
    onChoose(pointAt(((event.clientX - left) / drawn) * width, points.length, shape))
  }
  return (
    <div ref={element} className="chart">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={label}
        onPointerMove={choose}
        onPointerDown={choose}
      >
        <ChartPatterns id={id} />
        {shape.ticks.map(({ value, y }) => (
          <g key={value}>
            <path className="chart__grid" d={`M${shape.left} ${y}H${shape.right}`} />
            <text x={shape.left - 8} y={y + 4} textAnchor="end">
              {tick(value)}
            </text>
          </g>
        ))}
        <path className="chart__day" d={`M${shape.place(chosen)} ${shape.top}V${shape.base}`} />
        {shape.layers.map(({ category, path }) => (
          <path key={category} className={classOf(category)} d={path} fill={`url(#${id}-${category})`} />
        ))}
        {shape.labels.map(({ at, x, text }) => (
          <text
            key={at}
            x={x}
            y={HEIGHT - 8}
            textAnchor={at === points.length - 1 && points.length > 1 ? 'end' : 'middle'}
          >
            {text}
          </text>
        ))}
      </svg>
    </div>
  )
}

const classOf = (category: MetricCategory) => `chart__ink chart__ink--${category}`
