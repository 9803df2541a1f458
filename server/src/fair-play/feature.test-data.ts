import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /api/fair-play/mine': { callers: 'student' },
  'POST /api/fair-play/appeal': { callers: 'student', body: () => ({ text: 'I had seen the video three times.' }) },
  'GET /admin/flagged-students': { callers: 'owner support auditor' },
  'GET /admin/appeals/open': { callers: 'owner support auditor' },
  'GET /admin/flagged-students/:username': { callers: 'owner support auditor' },
  'POST /admin/flagged-students/:username/hold': {
    callers: 'owner support, password',
    body: () => ({ reason: 'other' }),
  },
  'POST /admin/flagged-students/:username/clear': { callers: 'owner support, password' },
  'POST /admin/flagged-students/:username/disqualify': {
    callers: 'owner support, password',
    body: () => ({ reason: 'second-account', text: 'Two accounts.' }),
  },
  'POST /admin/entrant-proposals/:proposalId/agree': { callers: 'owner support, password' },
  'POST /admin/entrant-proposals/:proposalId/withdraw': { callers: 'owner support, password' },
  'POST /admin/appeals/:appealId/answer': {
    callers: 'owner support, password',
    body: () => ({ outcome: 'upheld', text: 'Please come and see us.' }),
  },
}
