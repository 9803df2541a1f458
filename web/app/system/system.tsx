import { readMaintenance } from '@baobab/contract/maintenance/endpoints.ts'
import {
  listPolicyReports,
  listJobQueues,
  readClock,
  type PolicyReport,
  countFailedJobs,
  listFailedJobs,
  queueLabel,
  retryQueue,
  type JobQueue,
  systemText,
} from '@baobab/contract/system/endpoints.ts'
import { readSystemHealth, type SystemHealth } from '@baobab/contract/system/health.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { prefetch, apiQuery, useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/mutation-result.tsx'
import { ListQuery } from '../lists/admin/admin-list.tsx'
import { prefetchList } from '../lists/admin/use-admin-list.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { pageMeta } from '../shell/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import type { DataColumn } from '../ui/data-table/columns.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { RefreshFailed } from '../ui/data-table/refresh-failed.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { ClockHold } from './clock-hold.tsx'
import { failedJobs, FailedJobs } from './failed-jobs.tsx'
import { describeFindings, Findings } from './findings.tsx'
import { Health } from './health.tsx'
import { Instant } from './instant.tsx'
import { LastBackup } from './last-backup.tsx'
import { MaintenanceCard } from './maintenance-card.tsx'
import { TextMessagesCard } from './text-messages-card.tsx'
import { healthText, text } from './text.ts'

export function clientLoader({ request }: { request: Request }) {
  prefetch(readClock, {})
  prefetch(readSystemHealth, {})
  prefetch(readMaintenance, {})
  if (new URL(request.url).search !== '') prefetchList(failedJobs, request)
  return null
}

export const meta = () => pageMeta(text.title)

const REFRESH_MS = 15_000

/** Says whether everything is working, what to do if not, and behind a fold what engineers need. */
export default function System() {
  const health = useQuery({ ...apiQuery(readSystemHealth, {}), refetchInterval: REFRESH_MS })
  const lead = health.data ? describeFindings(health.data) : health.isError ? healthText.failed : text.checking
  return (
    <>
      <PageHead title={text.title} lead={<span role="status">{lead}</span>} />
      <div className="stack stack-8">
        <ClockHold />
        <QueryView
          query={health}
          failed={healthText.failed}
          help={errorMessage(health.error)}
          loading={
            <Card>
              <Loading text={healthText.loading}>
                <RowsSkeleton rows={2} />
              </Loading>
            </Card>
          }
        >
          {(data) => (
            <>
              {health.isError && (
                <RefreshFailed
                  failure={healthText.failed}
                  isBusy={health.isFetching}
                  onRetry={() => void health.refetch()}
                />
              )}
              <Findings health={data} />
            </>
          )}
        </QueryView>
        <MaintenanceCard />
        <TextMessagesCard />
        <EngineerDetails health={health.data} />
      </div>
    </>
  )
}

/** Folded until somebody opens it, or follows a link to a part of it or to the failed jobs of a queue. */
function EngineerDetails({ health }: { health: SystemHealth | undefined }) {
  const { hash, search, key } = useLocation()
  const isLinked = hash !== '' || search !== ''
  const [isOpen, setOpen] = useState(isLinked)
  const [visited, setVisited] = useState(key)
  if (visited !== key) {
    // Stays open when the failed jobs of all queues are shown again.
    setVisited(key)
    if (isLinked) setOpen(true)
  }
  useEffect(() => {
    if (isOpen && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isOpen, hash, key])
  return (
    <section className="stack stack-4" aria-labelledby="details">
      <div className="row between">
        <div>
          <h2 className="h-20" id="details">
            {text.details}
          </h2>
          <p className="muted small">{text.detailsHelp}</p>
        </div>
        <Button kind="line" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? text.hideDetails : text.showDetails}
          <span className="sr"> {text.details}</span>
        </Button>
      </div>
      {isOpen && (
        <div className="stack stack-8">
          {health && <Health health={health} />}
          <FailedJobs />
          <PolicyReports />
          <LastBackup />
          <JobQueues />
        </div>
      )}
    </section>
  )
}

/** Violations of the content policy reported by browsers; shows nothing if there are none. */
function PolicyReports() {
  const { data } = useQuery(apiQuery(listPolicyReports, {}))
  if (!data || data.reports.length === 0) return null
  return (
    <section className="stack stack-3" aria-labelledby="policy-reports">
      <h2 className="h-20" id="policy-reports">
        {text.blockedContent}
      </h2>
      <p className="muted">{text.blockedContentLead}</p>
      <Card flush>
        <DataTable
          caption={text.blockedContent}
          columns={reportColumns}
          rows={data.reports}
          rowKey={({ page, directive, blocked }) => `${page} ${directive} ${blocked}`}
        />
      </Card>
    </section>
  )
}

const reportColumns: readonly DataColumn<PolicyReport>[] = [
  { id: 'page', title: text.page, kind: 'who', cell: ({ page }) => <span className="code">{page}</span> },
  {
    id: 'blocked',
    title: text.blocked,
    kind: 'detail',
    cell: ({ directive, blocked }) => <span className="code">{`${directive}: ${blocked}`}</span>,
  },
  { id: 'lastReport', title: text.lastReport, kind: 'detail', cell: ({ lastAt }) => <Instant at={lastAt} /> },
  { id: 'reports', title: text.reports, kind: 'detail', isNumber: true, cell: ({ reports }) => reports },
]

/** Every queue and schedule, with the number of jobs in each state. */
function JobQueues() {
  const queues = useQuery({ ...apiQuery(listJobQueues, {}), refetchInterval: REFRESH_MS })
  return (
    <section className="stack stack-3" aria-labelledby="queues">
      <h2 className="h-20" id="queues">
        {text.queues}
      </h2>
      <ListQuery query={queues} failed={systemText.queuesFailed} loading={systemText.queuesLoading} heading="h3">
        {({ queues: rows }) => (
          <Card flush>
            <DataTable caption={text.queues} columns={queueColumns} rows={rows} rowKey={({ name }) => name} />
          </Card>
        )}
      </ListQuery>
    </section>
  )
}

/** A queue's unfinished jobs, by state. */
function JobCounts({ waiting, running, retrying, failed }: JobQueue) {
  const counts = [waiting > 0 && text.waiting(waiting), running > 0 && text.running(running)].filter(Boolean)
  if (waiting + running + retrying + failed === 0) return <span className="muted">{text.noJobs}</span>
  return (
    <span className="row">
      {counts.join(', ')}
      {retrying > 0 && <Chip kind="warn">{text.retrying(retrying)}</Chip>}
      {failed > 0 && <Chip kind="bad">{text.failed(failed)}</Chip>}
    </span>
  )
}

const queueColumns: readonly DataColumn<JobQueue>[] = [
  {
    id: 'queue',
    title: text.queue,
    kind: 'who',
    cell: ({ name, isSchedule }) => (
      <div className="sysjob sysjob--who">
        <b>{queueLabel(name)}</b>
        <span className="muted">{text.queueName(name, isSchedule)}</span>
      </div>
    ),
  },
  { id: 'jobs', title: text.jobs, kind: 'detail', cell: (queue) => <JobCounts {...queue} /> },
  {
    id: 'lastSuccess',
    title: text.lastSuccess,
    kind: 'detail',
    cell: ({ lastSuccessAt }) => (lastSuccessAt === null ? text.noSuccess : <Instant at={lastSuccessAt} />),
  },
  {
    id: 'nextRun',
    title: text.nextRun,
    kind: 'detail',
    cell: ({ nextRunAt }) => (nextRunAt === null ? text.noNextRun : <Instant at={nextRunAt} />),
  },
  {
    id: 'actions',
    title: text.actions,
    kind: 'act',
    cell: (queue) => (
      <IfAllowed who={retryQueue.who}>
        <RetryQueue {...queue} />
      </IfAllowed>
    ),
  },
]

function RetryQueue({ name, failed }: JobQueue) {
  const retrying = useApiMutation(retryQueue, { changes: [listFailedJobs, listJobQueues, countFailedJobs] })
  if (failed === 0) return null
  return (
    <Button
      kind="line"
      size="sm"
      aria-label={text.tryAllAgainIn(queueLabel(name))}
      busyLabel={retrying.isPending && text.trying}
      onClick={() => void toastResult(retrying.mutateAsync({ params: { queue: name } }))}
    >
      {text.tryAllAgain}
    </Button>
  )
}
