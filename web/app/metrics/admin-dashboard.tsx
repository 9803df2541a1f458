import { metricsText } from '@baobab/contract/metrics-text.ts'
import { studentsText } from '@baobab/contract/students-text.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { NewestStudents } from './newest-students.tsx'
import { OverviewTiles } from './overview-tiles.tsx'
import { StaleNote } from './stale-note.tsx'
import { PeriodMetrics } from './period-metrics.tsx'
import { useOverview } from './use-metrics.ts'
import { TilesSkeleton } from './skeletons.tsx'

export const meta = () => pageMeta('Admin home')

const dayOf = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Africa/Lagos' })

export default function AdminDashboard() {
  const [today] = useState(() => dayOf.format(new Date()))
  return (
    <div className="stack stack-6 adash">
      <PageHead title="Home" lead={today}>
        <div className="row no-print">
          <Button kind="quiet" onClick={() => window.print()}>
            Print
          </Button>
          <Link className={buttonClass({ kind: 'line' })} to={paths.admin.triviaForm}>
            <Icon name="plus" />
            Add New Trivia
          </Link>
          <Link className={buttonClass()} to={paths.admin.videoUpload}>
            <Icon name="upload-simple" />
            Upload Video
          </Link>
        </div>
      </PageHead>
      <Now />
      <NewestStudents />
    </div>
  )
}

/** What there is now; where nobody has registered there is nothing to chart. */
function Now() {
  const now = useOverview()
  if (now.data) {
    const { students, videos } = now.data
    const isNew = students.all === 0
    return (
      <>
        <StaleNote query={now} />
        <OverviewTiles {...now.data} />
        {isNew && <NobodyYet hasVideos={videos.ready > 0} />}
        <PeriodMetrics hasCharts={!isNew} />
      </>
    )
  }
  if (now.isPending) return <TilesSkeleton />
  return <Failure title={metricsText.metricsFailed} isRetrying={now.isFetching} onRetry={() => void now.refetch()} />
}

function NobodyYet({ hasVideos }: { hasVideos: boolean }) {
  return (
    <Empty
      title={studentsText.noStudents}
      help="The charts begin with the first registration. Until then: is there something to watch, and something to answer?"
    >
      {hasVideos ? (
        <Link className={buttonClass({ kind: 'line' })} to={paths.admin.content}>
          Go through videos and games
        </Link>
      ) : (
        <Link className={buttonClass({ kind: 'line' })} to={paths.admin.videoUpload}>
          Upload Video
        </Link>
      )}
    </Empty>
  )
}
