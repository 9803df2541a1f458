import { PASSWORD } from '../../test/factories.ts'
import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /admin/one-admin': { callers: 'admin' },
  'GET /student/one-student/:username': { callers: 'owner support auditor student' },
  'PUT /admin/update-profile-picture/:username': { callers: 'admin, session', body: () => ({}) },
  'PATCH /student/update-profile/:username': {
    callers: 'student',
    body: ({ person }) => ({ ...person, profilePicture: 'ignored' }),
  },
  'PUT /student/update-profile-picture/:username': { callers: 'student', body: () => ({}) },
  'PUT /student/reading-setting': { callers: 'student', body: () => ({ wantsReading: true }) },
  'POST /student/number-code': {
    callers: 'student',
    body: ({ person }) => ({ number: person.number, password: PASSWORD }),
  },
  'POST /student/number': { callers: 'student', body: () => ({ code: '123456' }) },
  'DELETE /student/number-proof': { callers: 'student', body: () => ({ password: PASSWORD }) },
  'PUT /student/mail-setting': { callers: 'student', body: () => ({ getsOptionalMails: false }) },
}
