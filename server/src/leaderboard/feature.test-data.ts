import { randomUUID } from 'node:crypto'
import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /api/leaderboard/neighbours': { callers: 'student' },
  'GET /student/movement-setting': { callers: 'student' },
  'PUT /student/movement-setting': { callers: 'student', body: () => ({ hidesMovement: true }) },
  'GET /api/leaderboard': { callers: 'anyone' },
  'GET /api/leaderboard/live': { callers: 'anyone' },
  'GET /admin/students/:username/adjustments': { callers: 'owner support auditor' },
  'POST /admin/students/:username/adjustments': {
    callers: 'owner support, password',
    body: () => ({ key: randomUUID(), ageCategory: '11-20', amount: 10, reason: 'A question was wrong.' }),
  },
  'POST /admin/students/:username/adjustments/:adjustmentId/undo': {
    callers: 'owner support, password',
    body: () => ({ key: randomUUID(), reason: 'It was another student.' }),
  },
  'POST /admin/students/:username/adjustments/:adjustmentId/agree': { callers: 'owner support, password' },
  'POST /admin/students/:username/adjustments/:adjustmentId/withdraw': { callers: 'owner support, password' },
  'GET /api/leaderboard/rank': { callers: 'student' },
}
