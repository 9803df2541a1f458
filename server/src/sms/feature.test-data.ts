import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /admin/text-messages': { callers: 'owner support auditor' },
  'POST /api/sms/reports/:smsProvider': {
    callers: 'anyone',
    body: () => ({ type: 'outbound', message_id: 'sample', status: 'DELIVERED' }),
  },
}
