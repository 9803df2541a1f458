import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'POST /admin/students/:username/streak-pauses': {
    callers: 'owner support, session',
    body: ({ today }) => ({ from: today, to: today }),
  },
  'DELETE /admin/students/:username/streak-pauses/:pauseId': { callers: 'owner support, session' },
  'POST /admin/students/:username/disqualify': {
    callers: 'owner support, password',
    body: () => ({ reason: 'Two accounts of one person.' }),
  },
  'GET /admin/all-students': { callers: 'owner support auditor' },
  'PUT /admin/students/:username/extra-time': { callers: 'owner support, session', body: () => ({ factor: 2 }) },
  'POST /admin/students/:username/mark-bounced': { callers: 'owner support, session' },
  'POST /admin/students/:username/resend-verification': { callers: 'owner support, session' },
  'POST /admin/students/:username/restore': {
    callers: 'owner support, password',
    body: () => ({ reason: 'It was a sister.' }),
  },
  'GET /admin/students/:username': { callers: 'owner support auditor' },
  'GET /admin/students/:username/points': { callers: 'owner support auditor' },
  'GET /admin/attempts/:attemptId': { callers: 'owner support auditor' },
  'GET /admin/students/:username/notes': { callers: 'owner support auditor' },
  'POST /admin/students/:username/notes': {
    callers: 'owner support, session',
    body: () => ({ text: 'Her mother called.' }),
  },
  'DELETE /admin/students/:username/notes/:noteId': { callers: 'owner support, session' },
}
