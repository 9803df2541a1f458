import { unique } from '../../test/factories.ts'
import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /api/videos': { callers: 'anyone' },
  'PUT /api/videos/:id/progress': { callers: 'student', body: () => ({ positionSeconds: 12.5 }) },
  'POST /api/videos/:id/played': { callers: 'student', body: () => ({ ranges: [{ from: 0, to: 15 }] }) },
  'PUT /api/videos/:id/watch': { callers: 'student' },
  'PUT /api/videos/:id/bookmark': { callers: 'student' },
  'DELETE /api/videos/:id/bookmark': { callers: 'student' },
  'GET /admin/series-list': { callers: 'owner content auditor' },
  'POST /api/series': {
    callers: 'owner content, session',
    body: () => ({ title: `A series ${unique()}`, description: 'Some tales.' }),
  },
  'PUT /api/series/order': {
    callers: 'owner content, session',
    body: ({ seriesId }) => ({ id: seriesId, before: seriesId }),
  },
  'PUT /api/series/:seriesId': {
    callers: 'owner content, session',
    body: () => ({ title: `A series ${unique()}`, description: 'Some tales.' }),
  },
  'PUT /api/series/:seriesId/order': {
    callers: 'owner content, session',
    body: ({ quiz }) => ({ id: quiz.video.id, before: quiz.video.id }),
  },
  'DELETE /api/series/:seriesId': { callers: 'owner content, session' },
  'DELETE /api/videos/:id': { callers: 'owner content, session' },
  'GET /admin/video-list': { callers: 'owner content auditor' },
  'GET /admin/calendar-entries': { callers: 'owner content support auditor' },
  'PUT /api/videos/order': {
    callers: 'owner content, session',
    body: ({ quiz }) => ({ id: quiz.video.id, before: quiz.video.id }),
  },
  'POST /api/videos/:id/process': { callers: 'owner content, session' },
  'PUT /api/videos/:id/captions': { callers: 'owner content, session', body: () => ({}) },
  'PUT /api/videos/:id/poster': { callers: 'owner content, session', body: () => ({ atSeconds: 1 }) },
  'PUT /api/videos/:id': { callers: 'owner content, session', body: ({ video }) => video },
  'PUT /api/videos/:id/visibility': { callers: 'owner content, session', body: () => ({ access: 'free' }) },
  'POST /api/videos/upload': { callers: 'owner content, session', body: ({ video }) => video },
}
