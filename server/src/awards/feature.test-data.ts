import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /api/awards': { callers: 'student' },
  'POST /api/series/:seriesId/certificate': { callers: 'student' },
  'GET /api/certificates/:certificateId': { callers: 'anyone' },
}
