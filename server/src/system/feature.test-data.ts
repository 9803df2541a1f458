import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /admin/system-health': { callers: 'owner auditor' },
  'GET /admin/clock': { callers: 'admin' },
  'POST /admin/clock/confirm': { callers: 'owner, session' },
  'GET /admin/failed-jobs/count': { callers: 'owner auditor' },
  'GET /admin/policy-reports': { callers: 'owner auditor' },
  'POST /api/policy-reports': {
    callers: 'anyone',
    body: () => ({ 'csp-report': { 'document-uri': 'https://baobab.example/about' } }),
  },
  'DELETE /admin/failed-jobs/:jobId': { callers: 'owner, session' },
  'GET /admin/failed-jobs': { callers: 'owner auditor' },
  'GET /admin/job-queues': { callers: 'owner auditor' },
  'POST /admin/failed-jobs/:jobId/retry': { callers: 'owner, session' },
  'POST /admin/job-queues/:queue/retry': { callers: 'owner, session' },
}
