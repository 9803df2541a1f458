import { PASSWORD } from '../../test/factories.ts'
import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'DELETE /student/me': { callers: 'student', body: () => ({ password: PASSWORD }) },
  'GET /student/me/export': { callers: 'student' },
}
