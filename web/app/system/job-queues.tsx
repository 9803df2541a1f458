import {
  countFailedJobs,
  listFailedJobs,
  listJobQueues,
  queueLabel,
  retryQueue,
  type JobQueue,
  systemText,
} from '@baobab/contract/system/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, useApiMutation } from '../api/query.ts'
import { toastResult } from '../forms/toast-result.ts'
import { ListQuery } from '../lists/admin/admin-list.tsx'
import { IfAllowed } from '../shell/if-allowed.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import type { DataColumn } from '../ui/data-table/columns.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Instant } from './instant.tsx'
import { text } from './text.ts'

const REFRESH_MS = 15_000

/** Every queue and schedule with the number of its jobs in each state. */
export function JobQueues() {
  const queues = useQuery({ ...apiQuery(listJobQueues, {}), refetchInterval: REFRESH_MS })
  return (
    <section className="stack stack-3" aria-labelledby="queues">
      <h2 className="h-20" id="queues">
        {text.queues}
      </h2>
      <ListQuery query={queues} failed={systemText.queuesFailed} loading={systemText.queuesLoading} heading="h3">
        {({ queues: rows }) => (
          <Card flush>
            <DataTable caption={text.queues} columns={columns} rows={rows} rowKey={({ name }) => name} />
          </Card>
        )}
      </ListQuery>
    </section>
  )
}

/** The jobs of a queue that are not done, by their state. */
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

const columns: readonly DataColumn<JobQueue>[] = [
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
