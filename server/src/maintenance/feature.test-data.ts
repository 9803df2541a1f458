import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /admin/maintenance': { callers: 'owner auditor' },
  // Far in the future, so that it closes no quiz.
  'POST /admin/maintenance': {
    callers: 'owner, password',
    body: ({ inTenDays }) => ({ startsAt: inTenDays[0], expectedEndAt: inTenDays[1] }),
  },
  'POST /admin/maintenance/end': { callers: 'owner, password' },
}
