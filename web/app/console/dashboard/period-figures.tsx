import { metricsText } from '@baobab/contract/metrics-text.ts'
import { Failure } from '../../ui/failure.tsx'
import { Charts } from './charts.tsx'
import { OldNumbers } from './old-numbers.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { periodWords } from './period.ts'
import { Popular } from './popular.tsx'
import { useFigures } from './use-figures.ts'
import { usePeriod } from './use-period.ts'
import { ChartsWaiting } from './waiting.tsx'

/** What happened in the period that the address names, and what students like most. */
export function PeriodFigures({ hasCharts }: { hasCharts: boolean }) {
  const { today, chosen, go } = usePeriod()
  const figures = useFigures(chosen)
  const retry = () => void figures.refetch()
  return (
    <section className="stack stack-6" aria-label="What happened">
      {hasCharts && (
        <div className="stack stack-3">
          <PeriodPicker chosen={chosen} today={today} onChoose={go} />
          <p className="adash__p" aria-live="polite">
            {periodWords(chosen)}
          </p>
        </div>
      )}
      {figures.data && !figures.isPlaceholderData && <OldNumbers query={figures} />}
      {figures.data && !(figures.isError && figures.isPlaceholderData) ? (
        <>
          {hasCharts && <Charts {...figures.data} today={today} isStale={figures.isPlaceholderData} />}
          <Popular videos={figures.data.popularVideos} games={figures.data.popularGames} />
        </>
      ) : figures.isPending ? (
        <ChartsWaiting />
      ) : (
        <Failure title={metricsText.figuresFailed} isRetrying={figures.isFetching} onRetry={retry} />
      )}
    </section>
  )
}
