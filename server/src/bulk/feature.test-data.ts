import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'POST /admin/bulk-runs': {
    callers: 'owner content support finance, by body',
    body: ({ student }) => ({
      action: 'students.extra-time',
      options: { factor: 2 },
      targets: { ids: [student.id] },
    }),
  },
  'GET /admin/bulk-runs': { callers: 'owner content support finance' },
  'GET /admin/bulk-runs/:runId': { callers: 'owner content support finance' },
  'POST /admin/bulk-runs/:runId/stop': { callers: 'owner content support finance, session' },
  'POST /admin/bulk-runs/:runId/undo': { callers: 'owner content support finance, by body' },
}
