import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /admin/audit-lines': { callers: 'owner auditor' },
  'GET /admin/audit-lines/export': { callers: 'owner, password' },
}
