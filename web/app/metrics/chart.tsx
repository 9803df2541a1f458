import type { MetricCategory } from '@baobab/contract/metrics/endpoints.ts'
import { useEffect, useId, useRef, useState, type PointerEvent } from 'react'
import { pointAt, computeChart, type Point } from './chart-shape.ts'
import { formatTick } from './describe-metrics.ts'
import { categoryLabels } from './text.ts'

const HEIGHT = 132
/** The drawing's width until it has been measured. */
const INITIAL_WIDTH = 320

type Props = {
  label: string
  points: readonly Point[]
  /** The index of the day described next to the drawing. */
  chosen: number
  onChoose: (index: number) => void
}

/** Draws days as stacked bars or areas. Each category has its own pattern: plain, hatched, dotted. */
export function Chart({ label, points, chosen, onChoose }: Props) {
  const id = useId()
  const [element, width] = useWidth<HTMLDivElement>(INITIAL_WIDTH)
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
              {formatTick(value)}
            </text>
          </g>
        ))}
        <path className="chart__day" d={`M${shape.toX(chosen)} ${shape.top}V${shape.base}`} />
        {shape.layers.map(({ category, path }) => (
          <path key={category} className={inkClass(category)} d={path} fill={`url(#${id}-${category})`} />
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

const inkClass = (category: MetricCategory) => `chart__ink chart__ink--${category}`

/** Patterns that distinguish the categories without colour. */
function ChartPatterns({ id }: { id: string }) {
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

/** The legend: each category's pattern. */
export function Legend({ categories }: { categories: readonly MetricCategory[] }) {
  const id = useId()
  return (
    <ul className="legend small">
      {categories.map((category) => (
        <li key={category}>
          <svg viewBox="0 0 20 14" aria-hidden="true">
            <ChartPatterns id={`${id}${category}`} />
            <rect
              className={inkClass(category)}
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

/** Measures an element's width in pixels, so that a drawing fits it and the text keeps its size. */
function useWidth<E extends Element>(initialWidth: number) {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(initialWidth)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0)
      // A width of 0 means that the page is being printed; the drawing scales instead.
      if (measured > 0) setWidth(measured)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width] as const
}
