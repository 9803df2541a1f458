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
  'PATCH /admin/students/:username': {
    callers: 'owner support, session',
    body: () => ({ school: 'Unity School', seen: { school: '' }, reason: 'Her mother wrote to us.' }),
  },
  'GET /admin/students/:username/birth-effect': { callers: 'owner support' },
  'POST /admin/students/:username/birth-proposals/:birthProposalId/agree': { callers: 'owner support, password' },
  'DELETE /admin/students/:username/birth-proposals/:birthProposalId': { callers: 'owner support, session' },
  'GET /student/corrections': { callers: 'student' },
  'POST /admin/students/:username/email-change': {
    callers: 'owner support, password',
    body: ({ email }) => ({ email, reason: 'Her mother wrote to us.' }),
  },
  'POST /admin/students/:username/email-change/resend': { callers: 'owner support, session' },
  'DELETE /admin/students/:username/email-change': { callers: 'owner support, session' },
  'POST /student/email-change/request': { callers: 'anyone', body: ({ token }) => ({ token }) },
  'POST /student/email-change': { callers: 'anyone', body: ({ token }) => ({ token }) },
  'POST /student/email-change/refuse': { callers: 'anyone', body: ({ token }) => ({ token }) },
  'POST /student/email-change/report': { callers: 'anyone', body: ({ token }) => ({ token }) },
  'POST /admin/students/:username/guardian-change': {
    callers: 'owner support, session',
    body: () => ({ guardianEmail: 'mum@home.example', reason: 'Her mother wrote to us.' }),
  },
  'DELETE /admin/students/:username/guardian-change': { callers: 'owner support, session' },
  'POST /admin/students/:username/guardian-messages': {
    callers: 'owner support, session',
    body: () => ({ subject: 'A question', text: 'Is the new school right?' }),
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
