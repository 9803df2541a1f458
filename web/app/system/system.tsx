import { readLastBackup } from '@baobab/contract/backup/endpoints.ts'
import { listPolicyReports, listJobQueues, readClock } from '@baobab/contract/system/endpoints.ts'
import { readMaintenance } from '@baobab/contract/maintenance/endpoints.ts'
import { readSystemHealth } from '@baobab/contract/system/health.ts'
import { prefetch } from '../api/query.ts'
import { prefetchList } from '../lists/admin/use-admin-list.ts'
import { pageMeta } from '../shell/page-meta.ts'
import { PageHead } from '../ui/page-head.tsx'
import { ClockHold } from './clock-hold.tsx'
import { Health } from './health.tsx'
import { failedJobs, FailedJobs } from './failed-jobs.tsx'
import { JobQueues } from './job-queues.tsx'
import { LastBackup } from './last-backup.tsx'
import { MaintenanceCard } from './maintenance-card.tsx'
import { PolicyReports } from './policy-reports.tsx'
import { text } from './text.ts'

export function clientLoader({ request }: { request: Request }) {
  prefetch(readClock, {})
  prefetch(readSystemHealth, {})
  prefetch(readMaintenance, {})
  prefetch(readLastBackup, {})
  prefetch(listJobQueues, {})
  prefetch(listPolicyReports, {})
  prefetchList(failedJobs, request)
  return null
}

export const meta = () => pageMeta(text.title)

/** Shows admins what runs in the background, and what failed there. */
export default function System() {
  return (
    <>
      <PageHead title={text.title} lead={text.lead} />
      <div className="stack stack-8">
        <ClockHold />
        <Health />
        <MaintenanceCard />
        <PolicyReports />
        <LastBackup />
        <FailedJobs />
        <JobQueues />
      </div>
    </>
  )
}
