import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /admin/students/:username/duplicates': { callers: 'owner support auditor' },
  'GET /admin/students/:username/merge': { callers: 'owner support' },
  'POST /admin/students/:username/merge': {
    callers: 'owner support, password',
    body: ({ into }) => ({ into: into.username, reason: 'Both are hers.' }),
  },
}
