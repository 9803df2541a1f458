import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'PUT /admin/settings': {
    callers: 'owner, password',
    body: () => ({
      priceKobo: 150_000,
      supportEmail: 'help@baobab.example',
      supportPhone: '+2348012345678',
      supportWhatsApp: '+2348012345679',
      operatorName: 'The Baobab Trust',
      operatorAddress: '1 Marina, Lagos',
    }),
  },
  'GET /admin/settings': { callers: 'owner auditor' },
  'GET /api/settings': { callers: 'anyone' },
}
