// Computes a chart as numbers and SVG paths: stacked bars where they are wide enough, otherwise stacked areas.
import { noonInLagos } from '@baobab/contract/kernel/days.ts'
import { metricCategories, type ByCategory, type MetricCategory } from '@baobab/contract/metrics/endpoints.ts'
import { scaleLinear, scalePoint } from 'd3-scale'
import { area, stack } from 'd3-shape'
import { formatShortDay } from '../ui/format.ts'

export type Point = { day: string; of: ByCategory }
export type Size = { width: number; height: number }

// All sizes in pixels.
const MIN_BAR = 5
const MAX_BAR = 44
const margin = { top: 14, right: 12, bottom: 30, left: 46 }
const DAY_LABEL_WIDTH = 74
const VALUE_LABEL_HEIGHT = 44

export const sumCategories = (of: ByCategory) => metricCategories.reduce((sum, category) => sum + of[category], 0)

/** Returns the categories that have counts, youngest first. */
export function listCategories(points: readonly Point[]): MetricCategory[] {
  return metricCategories.filter((category) => points.some(({ of }) => of[category] > 0))
}

/** Scales the values. Ticks are whole numbers, because they count people. */
function valueScale(points: readonly Point[], { height }: Size) {
  const most = Math.max(1, ...points.map(({ of }) => sumCategories(of)))
  const scale = scaleLinear([0, most], [height - margin.bottom, margin.top]).nice(4)
  const wanted = Math.max(2, Math.floor(height / VALUE_LABEL_HEIGHT))
  return { scale, ticks: scale.ticks(wanted).filter(Number.isInteger) }
}

/** Places as many labels under the days as fit, always including the last day. */
function placeLabels(points: readonly Point[], toX: (index: number) => number, { width }: Size) {
  const room = Math.max(2, Math.floor((width - margin.left - margin.right) / DAY_LABEL_WIDTH))
  const step = Math.max(1, Math.ceil(points.length / room))
  return points
    .map(({ day }, at) => ({ at, x: toX(at), text: formatShortDay(noonInLagos(day)) }))
    .filter(({ at }) => (points.length - 1 - at) % step === 0)
}

/** Computes everything to draw, in pixels. */
export function computeChart(points: readonly Point[], size: Size) {
  const { scale: y, ticks } = valueScale(points, size)
  const x = scalePoint(
    points.map(({ day }) => day),
    [margin.left, size.width - margin.right],
  ).padding(0.5)
  const toX = (at: number) => x(points[at]?.day ?? '') ?? margin.left
  const bar = Math.min(MAX_BAR, x.step() * 0.72)
  const isBars = x.step() >= MIN_BAR
  const categories = listCategories(points)
  const layers = stack<Point, MetricCategory>()
    .keys(categories)
    .value(({ of }, category) => of[category])([...points])
  return {
    isBars,
    bar,
    toX,
    left: margin.left,
    right: size.width - margin.right,
    top: margin.top,
    base: y(0),
    ticks: ticks.map((value) => ({ value, y: y(value) })),
    labels: placeLabels(points, toX, size),
    layers: layers.map((layer) => ({
      category: layer.key,
      path: isBars
        ? layer.map(([from, to], at) => barPath(toX(at) - bar / 2, y(to), bar, y(from) - y(to))).join('')
        : (area<(typeof layer)[number]>()
            .x((_, at) => toX(at))
            .y0(([from]) => y(from))
            .y1(([, to]) => y(to))(layer) ?? ''),
    })),
  }
}

function barPath(x: number, y: number, width: number, height: number): string {
  if (height <= 0) return ''
  const digits = (value: number) => value.toFixed(1)
  return `M${digits(x)} ${digits(y)}h${digits(width)}v${digits(height)}h${digits(-width)}Z`
}

/** Returns the index of the point nearest to an x coordinate in the drawing. */
export function pointAt(x: number, count: number, { left, right }: { left: number; right: number }): number {
  const at = Math.floor(((x - left) / (right - left)) * count)
  return Math.max(0, Math.min(count - 1, at))
}
