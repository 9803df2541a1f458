import {
  countFailedJobs,
  discardJob,
  jobQueues,
  listFailedJobs,
  listJobQueues,
  queueLabel,
  retryJob,
  type FailedJob,
  systemText,
} from '@baobab/contract/system/endpoints.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorMessage } from '../api/error-message.ts'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/toast-result.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { useCursorPages } from '../shell/use-cursor-pages.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import type { DataColumn } from '../ui/data-table/columns.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Pager } from '../ui/data-table/pager.tsx'
import { RefreshFailed } from '../ui/data-table/refresh-failed.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { FilterSelect } from '../ui/select.tsx'
import { Loading, RowsSkeleton } from '../ui/skeleton.tsx'
import { JOBS_PER_PAGE, toFailedJobsQuery } from './failed-jobs-query.ts'
import { Instant } from './instant.tsx'
import { text } from './text.ts'

const queueOptions = Object.keys(jobQueues)
  .map((value) => ({ value, label: queueLabel(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** What changes when a failed job runs again or is discarded. */
const changes = [listFailedJobs, listJobQueues, countFailedJobs]

/** The jobs that failed for good, each with its reason. The queue that is shown is in the address. */
export function FailedJobs() {
  const [params, setParams] = useSearchParams()
  const query = toFailedJobsQuery(params)
  const failed = useQuery({ ...apiQuery(listFailedJobs, { query }), placeholderData: keepPreviousData })
  const showQueue = (queue: string) => setParams(queue === '' ? {} : { queue }, { preventScrollReset: true })
  return (
    <section className="stack stack-3" aria-labelledby="failed-jobs">
      <h2 className="h-20" id="failed-jobs">
        {text.failedJobs}
      </h2>
      <p className="muted">{text.failedJobsLead}</p>
      <div className="sysshow">
        <FilterSelect
          label={text.show}
          placeholder={text.allQueues}
          options={queueOptions}
          value={query.queue ?? ''}
          onChange={(event) => showQueue(event.target.value)}
        />
      </div>
      <QueryView
        query={failed}
        failed={systemText.failedJobsFailed}
        help={errorMessage(failed.error)}
        heading="h3"
        loading={
          <Card>
            <Loading text={systemText.failedJobsLoading}>
              <RowsSkeleton rows={3} />
            </Loading>
          </Card>
        }
      >
        {({ jobs, nextCursor }) => (
          <>
            {failed.isError && (
              <RefreshFailed
                failure={systemText.failedJobsFailed}
                isBusy={failed.isFetching}
                onRetry={() => void failed.refetch()}
              />
            )}
            {jobs.length === 0 ? (
              <NothingFailed isNarrowed={params.size > 0} onShowAll={() => showQueue('')} />
            ) : (
              <JobTable jobs={jobs} nextCursor={nextCursor} isStale={failed.isPlaceholderData} />
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

function NothingFailed({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  return (
    <Empty
      title={systemText.nothingFailed}
      help={isNarrowed ? text.nothingFailedInQueueHelp : text.nothingFailedHelp}
      heading="h3"
    >
      {isNarrowed && (
        <Button kind="line" onClick={onShowAll}>
          {text.showAllQueues}
        </Button>
      )}
    </Empty>
  )
}

const facts: readonly DataColumn<FailedJob>[] = [
  {
    id: 'job',
    title: text.job,
    kind: 'who',
    cell: ({ _id, queue, reason }) => (
      <div className="sysjob">
        <b>{queueLabel(queue)}</b>
        <span>{reason}</span>
        <span className="code muted">{_id}</span>
      </div>
    ),
  },
  { id: 'failedAt', title: text.failedAt, kind: 'detail', cell: ({ failedAt }) => <Instant at={failedAt} /> },
  { id: 'tries', title: text.tries, kind: 'detail', isNumber: true, cell: ({ tries }) => tries },
]

type TableProps = { jobs: readonly FailedJob[]; nextCursor: string | null; isStale: boolean }

function JobTable({ jobs, nextCursor, isStale }: TableProps) {
  const { page, onNext, onPrevious } = useCursorPages()
  const [discarding, setDiscarding] = useState<FailedJob>()
  const top = useRef<HTMLDivElement>(null)
  const columns = useMemo<readonly DataColumn<FailedJob>[]>(
    () => [
      ...facts,
      {
        id: 'actions',
        title: text.actions,
        kind: 'act',
        cell: (job) => (
          <IfAllowed who={retryJob.who}>
            <JobActions job={job} onDiscard={() => setDiscarding(job)} />
          </IfAllowed>
        ),
      },
    ],
    [],
  )
  const thenScrollUp = (turn: () => void) => () => {
    turn()
    top.current?.scrollIntoView({ block: 'start' })
  }
  const first = page * JOBS_PER_PAGE + 1
  const last = first + jobs.length - 1
  return (
    <>
      <div className="card card--flush table-top" ref={top}>
        <DataTable
          caption={text.failedJobs}
          columns={columns}
          rows={jobs}
          rowKey={({ _id }) => _id}
          isStale={isStale}
        />
      </div>
      <Pager
        isStale={isStale}
        shown={text.range(first.toLocaleString('en-NG'), last.toLocaleString('en-NG'))}
        onPrevious={onPrevious && thenScrollUp(onPrevious)}
        onNext={nextCursor === null ? undefined : thenScrollUp(() => onNext(nextCursor))}
      />
      <DiscardDialog job={discarding} onClose={() => setDiscarding(undefined)} />
    </>
  )
}

function JobActions({ job, onDiscard }: { job: FailedJob; onDiscard: () => void }) {
  const retrying = useApiMutation(retryJob, { changes })
  const label = queueLabel(job.queue)
  return (
    <div className="row nowrap">
      <Button
        kind="line"
        size="sm"
        aria-label={text.tryAgainFor(label)}
        busyLabel={retrying.isPending && text.trying}
        onClick={() => void toastResult(retrying.mutateAsync({ params: { jobId: job._id } }))}
      >
        {text.tryAgain}
      </Button>
      <Button kind="quiet" size="sm" aria-label={text.discardOf(label)} onClick={onDiscard}>
        {text.discard}
      </Button>
    </div>
  )
}

function DiscardDialog({ job, onClose }: { job: FailedJob | undefined; onClose: () => void }) {
  const discarding = useApiMutation(discardJob, { changes })
  async function discard(jobId: string) {
    await toastResult(discarding.mutateAsync({ params: { jobId } }))
    onClose()
  }
  return (
    <Dialog
      isOpen={job !== undefined}
      title={text.discardQuestion}
      confirmLabel={text.discard}
      busyLabel={discarding.isPending && text.discarding}
      isDangerous
      onConfirm={() => job && void discard(job._id)}
      onCancel={() => !discarding.isPending && onClose()}
    >
      {text.discardEffect}
    </Dialog>
  )
}
