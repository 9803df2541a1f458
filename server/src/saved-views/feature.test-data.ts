import { unique } from '../../test/factories.ts'
import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /admin/saved-views': { callers: 'admin' },
  'POST /admin/saved-views': {
    callers: 'admin, session',
    body: ({ savedView }) => ({ ...savedView, name: `View ${unique()}` }),
  },
  'PUT /admin/saved-views/:viewId': {
    callers: 'admin, session',
    body: () => ({ name: `View ${unique()}`, isDefault: true }),
  },
  'DELETE /admin/saved-views/:viewId': { callers: 'admin, session' },
}
