import { PASSWORD, unique } from '../../../test/factories.ts'
import type { SampleCalls } from '../../../test/make-sample-data.ts'

export const childCalls: SampleCalls = {
  'GET /guardian/children': { callers: 'guardian' },
  'POST /guardian/children': {
    callers: 'guardian',
    body: () => ({
      username: unique('k'),
      password: PASSWORD,
      birth: '2014-05-01',
      gender: 'male',
      agrees: true,
    }),
  },
  'GET /guardian/children/:username/progress': { callers: 'guardian' },
  'PUT /guardian/children/:username/password': {
    callers: 'guardian',
    body: () => ({ newPassword: `New${PASSWORD}`, password: PASSWORD }),
  },
  'POST /guardian/children/:username/pay-link': { callers: 'guardian' },
  'GET /guardian/payments': { callers: 'guardian' },
  'GET /guardian/children/:username/data': { callers: 'guardian' },
  'POST /guardian/children/:username/withdraw': { callers: 'guardian', body: () => ({ password: PASSWORD }) },
}
