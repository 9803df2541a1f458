import { metricsText } from '@baobab/contract/metrics-text.ts'
import { Failure } from '../ui/failure.tsx'
import { Charts } from './charts.tsx'
import { StaleNote } from './stale-note.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { formatPeriod } from './period.ts'
import { Popular } from './popular.tsx'
import { useMetrics } from './use-metrics.ts'
import { usePeriod } from './use-period.ts'
import { ChartsSkeleton } from './skeletons.tsx'

/** What happened in the period that the address names, and what students like most. */
export function PeriodMetrics({ hasCharts }: { hasCharts: boolean }) {
  const { today, chosen, go } = usePeriod()
  const metrics = useMetrics(chosen)
  const retry = () => void metrics.refetch()
  return (
    <section className="stack stack-6" aria-label="What happened">
      {hasCharts && (
        <div className="stack stack-3">
          <PeriodPicker chosen={chosen} today={today} onChoose={go} />
          <p className="adash__p" aria-live="polite">
            {formatPeriod(chosen)}
          </p>
        </div>
      )}
      {metrics.data && !metrics.isPlaceholderData && <StaleNote query={metrics} />}
      {metrics.data && !(metrics.isError && metrics.isPlaceholderData) ? (
        <>
          {hasCharts && <Charts {...metrics.data} today={today} isStale={metrics.isPlaceholderData} />}
          <Popular videos={metrics.data.popularVideos} games={metrics.data.popularQuizzes} />
        </>
      ) : metrics.isPending ? (
        <ChartsSkeleton />
      ) : (
        <Failure title={metricsText.metricsFailed} isRetrying={metrics.isFetching} onRetry={retry} />
      )}
    </section>
  )
}
