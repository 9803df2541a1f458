import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'POST /admin/exports/:exportId/link': { callers: 'owner content support finance, password' },
  'GET /admin/exports': { callers: 'owner content support finance' },
  'POST /admin/exports': {
    callers: 'owner content support finance, password',
    body: () => ({ what: 'students', format: 'csv', filters: { filter: 'males', search: 'ade' } }),
  },
}
