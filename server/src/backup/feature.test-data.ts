import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /admin/backup': { callers: 'owner auditor' },
}
