import { PASSWORD, unique } from '../../test/factories.ts'
import type { SampleCalls } from '../../test/make-sample-data.ts'
import { childCalls } from './children/child-calls.ts'

export const calls: SampleCalls = {
  'POST /guardian/register': {
    callers: 'anyone',
    body: () => ({ name: 'Mama Ada', email: `${unique('g')}@home.example`, password: PASSWORD }),
  },
  'POST /guardian/verify': {
    callers: 'anyone',
    body: ({ email, token }) => ({ email, verificationToken: '123456', registration: token }),
  },
  'POST /guardian/resend-code': { callers: 'anyone', body: ({ email, token }) => ({ email, registration: token }) },
  'POST /guardian/login': {
    callers: 'anyone',
    body: ({ email }) => ({ email, password: PASSWORD, device: 'unknown' }),
  },
  'POST /guardian/logout': { callers: 'guardian' },
  'POST /guardian/forgot-password': { callers: 'anyone', body: ({ email }) => ({ email, device: 'unknown' }) },
  'POST /guardian/reset-password': {
    callers: 'anyone',
    body: ({ email }) => ({ email, code: '123456', newPassword: PASSWORD, device: 'unknown' }),
  },
  'GET /guardian/me': { callers: 'guardian' },
  'PUT /guardian/me': { callers: 'guardian', body: () => ({ name: 'Mama Obi' }) },
  'POST /guardian/proof-code': { callers: 'guardian' },
  'PUT /guardian/me/password': {
    callers: 'guardian',
    body: () => ({ newPassword: `New${PASSWORD}`, password: PASSWORD }),
  },
  'GET /guardian/sessions': { callers: 'guardian' },
  'DELETE /guardian/sessions/:sessionId': { callers: 'guardian' },
  'POST /guardian/sessions/end-others': { callers: 'guardian' },
  'GET /guardian/me/export': { callers: 'guardian' },
  'POST /guardian/erase': { callers: 'guardian', body: () => ({ password: PASSWORD }) },
  ...childCalls,
}
