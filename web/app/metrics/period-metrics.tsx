import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import { Period, noonInLagos } from '@baobab/contract/kernel/days.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  metricNames,
  metrics,
  type ByCategory,
  type MetricName,
  metricsText,
  type MetricCategory,
} from '@baobab/contract/metrics/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, useId } from 'react'
import { useSearchParams } from 'react-router'
import { apiQuery } from '../api/query.ts'
import { useServerTime } from '../api/use-server-time.ts'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/fields.tsx'
import { formatDate } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import { Failure } from '../ui/query-view.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { listCategories, sumCategories, type Point } from './chart-shape.ts'
import { Legend, Chart } from './chart.tsx'
import { describeChange, describeChart, describeDay, describeTotal, formatAmount } from './describe-metrics.ts'
import { formatPeriod, parsePeriod, toSearchParams, type ChosenPeriod, type PeriodChoice } from './period.ts'
import { periodChoices, text, categoryLabels, metricLabels } from './text.ts'

/** Shows charts for the period in the address. */
export function PeriodMetrics() {
  const today = useServerTime((nowMs) => lagosDate(new Date(nowMs)))
  const [params, setParams] = useSearchParams()
  const chosen = parsePeriod(params, today)
  const { from, to } = chosen
  // The previous period's charts stay until the new ones have loaded.
  const query = useQuery({
    ...apiQuery(metrics, { query: { from, to } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  const { data, isPlaceholderData } = query
  const choose = (choice: PeriodChoice, shown: Period = chosen) =>
    setParams(toSearchParams(choice, shown), { replace: true, preventScrollReset: true })
  return (
    <>
      <div className="row between">
        <PeriodPicker chosen={chosen} today={today} onChoose={choose} />
        <p className="adash__p" aria-live="polite">
          {formatPeriod(chosen)}
        </p>
      </div>
      {data && !isPlaceholderData && <StaleNote query={query} />}
      {data && !(query.isError && isPlaceholderData) ? (
        <Charts {...data} today={today} isStale={isPlaceholderData} />
      ) : query.isPending ? (
        <ChartsSkeleton />
      ) : (
        <Failure title={metricsText.metricsFailed} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
      )}
    </>
  )
}

type PickerProps = {
  chosen: ChosenPeriod
  today: string
  onChoose: (choice: PeriodChoice, own?: Period) => void
}

function PeriodPicker({ chosen, today, onChoose }: PickerProps) {
  return (
    <div className="stack stack-3 no-print">
      <Segmented
        look="pills"
        label={text.period}
        options={periodChoices}
        value={chosen.choice}
        onChange={(choice) => onChoose(choice)}
      />
      {chosen.choice === 'own' && (
        <CustomDates
          key={`${chosen.from} ${chosen.to}`}
          shown={chosen}
          today={today}
          onChoose={(own) => onChoose('own', own)}
        />
      )}
    </div>
  )
}

type CustomDatesProps = { shown: Period; today: string; onChoose: (period: Period) => void }

function CustomDates({ shown: { from, to }, today, onChoose }: CustomDatesProps) {
  const { field, submit } = useApiForm({
    schema: Period,
    defaultValues: { from, to },
    send: async (period) => onChoose(period),
  })
  return (
    <form className="owndates" noValidate aria-label={text.customDates} onSubmit={(event) => void submit(event)}>
      <TextField label={text.firstDay} type="date" max={today} {...field('from')} />
      <TextField label={text.lastDay} type="date" max={today} {...field('to')} />
      <Button kind="line" type="submit">
        {text.showDays}
      </Button>
    </form>
  )
}

type ChartsProps = ReplyOf<typeof metrics> & { today: string; isStale: boolean }

/** Money is stored in kobo and shown in naira. */
const divisor = (metric: MetricName) => (metric === 'paid-kobo' ? 100 : 1)
const divide = (of: ByCategory, by: number): ByCategory => ({
  '5-10': of['5-10'] / by,
  '11-20': of['11-20'] / by,
  none: of.none / by,
})

/** A small chart for each metric, all for the same period and with a shared legend. */
function Charts({ days, totals, before, today, isStale }: ChartsProps) {
  const charts = metricNames.map((metric) => ({
    metric,
    points: days.map((day) => ({ day: day.day, of: divide(day[metric], divisor(metric)) })),
  }))
  const categories = listCategories(charts.flatMap(({ points }) => points))
  return (
    <>
      <Legend categories={categories} />
      <div className="grid charts" aria-busy={isStale}>
        {charts.map(({ metric, points }) => (
          <MetricCard
            key={metric}
            metric={metric}
            points={points}
            total={totals[metric] / divisor(metric)}
            before={before ? before[metric] / divisor(metric) : undefined}
            today={today}
          />
        ))}
      </div>
    </>
  )
}

function ChartsSkeleton() {
  return (
    <Loading text={metricsText.metricsLoading}>
      <div className="grid charts" aria-hidden="true">
        {metricNames.map((metric) => (
          <Card key={metric} as="div" className="stack">
            <Skeleton shape="title" />
            <Skeleton shape="short" />
            <Skeleton shape="thumb" />
          </Card>
        ))}
      </div>
    </Loading>
  )
}

/** How often the numbers are reloaded while the day is not over, in milliseconds. */
export const REFRESH_MS = 60_000

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Africa/Lagos' })

/** Says how old the numbers are if they could not be reloaded. */
export function StaleNote({ query }: { query: { isRefetchError: boolean; dataUpdatedAt: number } }) {
  if (!query.isRefetchError) return null
  return (
    <Note kind="warn" role="status">
      <p>{text.staleNumbers(time.format(query.dataUpdatedAt))}</p>
    </Note>
  )
}

type Props = {
  metric: MetricName
  points: readonly Point[]
  total: number
  before: number | undefined
  today: string
}

/** Shows one metric for the period: its total, a chart by day, a description of one day, and a table with the same numbers. */
function MetricCard({ metric, points, total, before, today }: Props) {
  const { title, help } = metricLabels[metric]
  const id = useId()
  const categories = listCategories(points)
  return (
    <Card className="stack stack-2 fcard" aria-labelledby={id}>
      <h3 className="fcard__h" id={id}>
        {title}
      </h3>
      <p className="fcard__n">
        <b className="num big">{describeTotal(metric, total, points.length)}</b>{' '}
        <span className="small muted">{describeChange({ metric, total, before, days: points.length })}</span>
      </p>
      {categories.length === 0 ? (
        <>
          <p className="muted fcard__none">{text.noCounts}</p>
          <p className="small muted">{help}</p>
        </>
      ) : (
        <>
          <Days title={title} points={points} today={today} />
          <details className="folded">
            <summary>
              {text.showTable}
              <Icon name="caret-down" />
            </summary>
            <p className="small muted">{help}</p>
            <MetricTable title={title} points={points} categories={categories} today={today} />
          </details>
        </>
      )}
    </Card>
  )
}

/** The chart, and a slider that selects a day to describe. Works with touch, mice, arrow keys and screen readers. */
function Days({ title, points, today }: Pick<Props, 'points' | 'today'> & { title: string }) {
  const [index, choose] = useState<number>()
  const categories = listCategories(points)
  const last = points.length - 1
  const chosen = Math.min(index ?? last, last)
  const point = points[chosen]
  const description = point ? describeDay(point, categories, today) : ''
  return (
    <div className="fcard__days">
      <output className="small num fcard__day">{description}</output>
      <Chart label={describeChart(title, points)} points={points} chosen={chosen} onChoose={choose} />
      {last > 0 && (
        <input
          className="range"
          type="range"
          min={0}
          max={last}
          value={chosen}
          aria-label={text.chosenDay(title)}
          aria-valuetext={description}
          onChange={(event) => choose(event.target.valueAsNumber)}
        />
      )}
    </div>
  )
}

type TableProps = { title: string; points: readonly Point[]; categories: readonly MetricCategory[]; today: string }

/** A chart's numbers, newest day first. */
function MetricTable({ title, points, categories, today }: TableProps) {
  const columns: Column<Point>[] = [
    { title: text.day, cell: ({ day }) => (day === today ? text.todaySoFar : formatDate(noonInLagos(day))) },
    ...categories.map((category) => ({
      title: categoryLabels[category],
      cell: ({ of }: Point) => <span className="num">{formatAmount(of[category])}</span>,
    })),
    { title: text.all, cell: ({ of }) => <b className="num">{formatAmount(sumCategories(of))}</b> },
  ]
  return (
    <div className="ftable">
      <Table
        caption={text.byDayAndCategory(title)}
        columns={columns}
        rows={points.toReversed()}
        rowKey={({ day }) => day}
        cards={false}
      />
    </div>
  )
}
