import { witnessesForm } from '../../test/draws.ts'
import { PASSWORD } from '../../test/factories.ts'
import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /api/scholarship/draws': { callers: 'anyone' },
  'GET /api/scholarship/draws/:month': { callers: 'anyone' },
  'POST /api/scholarship/draws/:month/beacon': {
    callers: 'anyone',
    body: ({ draw }) => ({ round: draw.round, signature: 'aa', randomness: 'a'.repeat(64) }),
  },
  'GET /api/scholarship/draws/:month/files/:file': { callers: 'anyone' },
  'GET /api/scholarship/draws/:month/archive': { callers: 'anyone' },
  'GET /api/scholarship/draws/:month/time-stamps': { callers: 'anyone' },
  'GET /api/scholarship/draws/:month/time-stamps/:name': { callers: 'anyone' },
  'POST /api/scholarship/draws/:month/claim': { callers: 'student', body: () => ({ text: 'I paid in time.' }) },
  'GET /api/scholarship/mine': { callers: 'student' },
  'GET /api/scholarship/news': { callers: 'student' },
  'GET /admin/scholarship-overview': { callers: 'admin' },
  'GET /admin/scholarship-rehearsal': { callers: 'admin' },
  'POST /admin/draws/:month/run': { callers: 'owner, password' },
  'POST /admin/draws/:month/beacon': {
    callers: 'owner, password',
    body: ({ draw }) => ({ round: draw.round, signature: 'aa', randomness: 'a'.repeat(64) }),
  },
  'POST /admin/draws/:month/disqualify': {
    callers: 'owner support, password',
    body: () => ({ index: 0, reason: 'wrong-age' }),
  },
  'POST /admin/draws/:month/proposal/agree': { callers: 'owner support, password' },
  'POST /admin/draws/:month/proposal/withdraw': { callers: 'owner support, password' },
  'POST /admin/draws/:month/replace': { callers: 'owner support, password' },
  'POST /admin/draws/:month/witnesses': {
    callers: 'owner support, password',
    body: ({ draw }) => witnessesForm(draw.month),
  },
  'POST /admin/draws/:month/secret': {
    callers: 'owner support, password',
    body: () => ({ position: 0, secret: 'a'.repeat(64) }),
  },
  'POST /admin/draws/:month/confirm': { callers: 'owner support, password' },
  'GET /admin/list-claims': { callers: 'owner support auditor' },
  'GET /admin/list-claims/open': { callers: 'owner support auditor' },
  'POST /admin/list-claims/:claimId/refuse': {
    callers: 'owner support, session',
    body: () => ({ text: 'The payment came after the month had closed.' }),
  },
  'GET /api/scholarship/prizes': { callers: 'student' },
  'POST /api/scholarship/prizes/:month': {
    callers: 'student',
    body: () => ({
      guardianName: 'Halima Bello',
      guardianPhone: '+2348012345678',
      guardianEmail: '',
      publicName: '',
      guardianAgrees: true,
      password: PASSWORD,
    }),
  },
  'POST /api/scholarship/guardian-agreement/request': {
    callers: 'anyone',
    body: () => ({ claim: '1', token: 'a'.repeat(43) }),
  },
  'POST /api/scholarship/guardian-agreement': {
    callers: 'anyone',
    body: () => ({ claim: '1', token: 'a'.repeat(43) }),
  },
  'POST /admin/scholarship-prizes/:month/claim': {
    callers: 'owner support, password',
    body: () => ({
      guardianName: 'Halima Bello',
      guardianPhone: '+2348012345678',
      guardianEmail: '',
      publicName: '',
      reason: 'The number was wrong.',
    }),
  },
  'POST /admin/scholarship-prizes/:month/public-name': {
    callers: 'owner support, password',
    body: () => ({ version: 1 }),
  },
  'POST /admin/scholarship-prizes/:month/agreement': {
    callers: 'owner support, password',
    body: () => ({ version: 1 }),
  },
  'GET /admin/scholarship-prizes': { callers: 'owner support finance auditor' },
  'POST /admin/scholarship-prizes/:month/payout': {
    callers: 'owner finance, password',
    body: () => ({ paidOn: '2026-01-05', receipt: 'TRF-1' }),
  },
}
