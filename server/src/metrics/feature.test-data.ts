import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /admin/figures': { callers: 'admin' },
  'GET /admin/figures/now': { callers: 'admin' },
  'GET /admin/figures/popular': { callers: 'admin' },
}
