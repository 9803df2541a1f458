import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /api/leaderboard/neighbours': { callers: 'student' },
  'GET /student/movement-setting': { callers: 'student' },
  'PUT /student/movement-setting': { callers: 'student', body: () => ({ hidesMovement: true }) },
  'GET /api/leaderboard': { callers: 'anyone' },
  'GET /api/leaderboard/live': { callers: 'anyone' },
  'GET /api/leaderboard/rank': { callers: 'student' },
}
