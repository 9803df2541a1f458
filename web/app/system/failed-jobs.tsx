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
import { useMemo, useState } from 'react'
import { useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/mutation-result.tsx'
import { AdminTable } from '../lists/admin/admin-table.tsx'
import { ListFilter } from '../lists/admin/list-filter.tsx'
import { adminList, useAdminList } from '../lists/admin/use-admin-list.ts'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { Button } from '../ui/button.tsx'
import type { DataColumn } from '../ui/data-table/columns.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Instant } from './instant.tsx'
import { text } from './text.ts'

const queueOptions = Object.keys(jobQueues)
  .map((value) => ({ value, label: queueLabel(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

export const failedJobs = adminList({
  endpoint: listFailedJobs,
  rows: (reply) => reply.jobs,
  perPage: 25,
  navigation: { preventScrollReset: true },
  filters: { queue: { kind: 'choice', label: text.show, all: text.allQueues, options: queueOptions } },
  failed: systemText.failedJobsFailed,
  loading: systemText.failedJobsLoading,
})

/** The queries that change when a failed job runs again or is discarded. */
const changes = [listFailedJobs, listJobQueues, countFailedJobs]

/** Jobs that failed permanently, with their reasons. The address says which queue is shown. */
export function FailedJobs() {
  const list = useAdminList(failedJobs)
  const [discarding, setDiscarding] = useState<FailedJob>()
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
  return (
    <section className="stack stack-3" aria-labelledby="failed-jobs">
      <h2 className="h-20" id="failed-jobs">
        {text.failedJobs}
      </h2>
      <p className="muted">{text.failedJobsLead}</p>
      <div className="sysshow">
        <ListFilter of={list} name="queue" />
      </div>
      <AdminTable
        of={list}
        caption={text.failedJobs}
        heading="h3"
        columns={columns}
        rowKey={({ _id }) => _id}
        pager="always"
        empty={{
          title: systemText.nothingFailed,
          help: text.nothingFailedHelp,
          narrowed: text.nothingFailedInQueueHelp,
          showAll: text.showAllQueues,
        }}
      />
      <DiscardDialog job={discarding} onClose={() => setDiscarding(undefined)} />
    </section>
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
