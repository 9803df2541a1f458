import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import {
  metricNames,
  metrics,
  type ByCategory,
  type MetricName,
  metricsText,
} from '@baobab/contract/metrics/endpoints.ts'
import { Period } from '@baobab/contract/kernel/days.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { apiQuery } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Failure } from '../ui/failure.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Legend } from './chart.tsx'
import { listCategories } from './chart-shape.ts'
import { MetricCard } from './metric-card.tsx'
import { formatPeriod, parsePeriod, toSearchParams, type ChosenPeriod, type PeriodChoice } from './period.ts'
import { REFRESH_MS, StaleNote } from './stale-note.tsx'
import { periodChoices, text } from './text.ts'

/** Shows the charts of the period in the address. */
export function PeriodMetrics() {
  const [today] = useState(() => lagosDate(new Date()))
  const [params, setParams] = useSearchParams()
  const chosen = parsePeriod(params, today)
  const { from, to } = chosen
  // The charts of the previous period stay until those of the new one have loaded.
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

/** Does not use useApiForm, because the form only changes the address. */
function CustomDates({ shown: { from, to }, today, onChoose }: CustomDatesProps) {
  const form = useForm({ resolver: zodResolver(Period), mode: 'onTouched', defaultValues: { from, to } })
  const { errors } = form.formState
  return (
    <form
      className="owndates"
      noValidate
      aria-label={text.customDates}
      onSubmit={(event) => void form.handleSubmit(onChoose)(event)}
    >
      <TextField
        label={text.firstDay}
        type="date"
        max={today}
        error={errors.from?.message}
        {...form.register('from')}
      />
      <TextField label={text.lastDay} type="date" max={today} error={errors.to?.message} {...form.register('to')} />
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

/** One small chart for each metric, all of the same period and with one legend. */
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
