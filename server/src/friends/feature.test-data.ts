import type { SampleCalls } from '../../test/make-sample-data.ts'

export const calls: SampleCalls = {
  'GET /api/friends': { callers: 'student' },
  'POST /api/friends/code': { callers: 'student' },
  'POST /api/friends': { callers: 'student', body: () => ({ code: 'CDFH JKMN' }) },
  'POST /api/friends/:friendId/agree': { callers: 'student' },
  'DELETE /api/friends/:friendId': { callers: 'student' },
  'POST /api/friends/:friendId/challenges': { callers: 'student' },
  'POST /api/friend-challenges/:challengeId/start': { callers: 'student' },
  'POST /api/friend-challenges/:challengeId/answer': {
    callers: 'student',
    body: ({ quiz }) => ({ triviaId: quiz.questions[0]?.id ?? '', answer: 'right' }),
  },
}
