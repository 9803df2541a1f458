import type { SampleCalls } from '../../test/make-sample-data.ts'

const OPTIONS = ['Amina', 'Bola', 'Chidi', 'Danladi']

export const calls: SampleCalls = {
  'POST /student/guardian-consent/pause': {
    callers: 'anyone',
    body: ({ token, student }) => ({ student: student.id, token, from: '2026-11-02', to: '2026-11-06' }),
  },
  'PUT /admin/trivia/:triviaId/pictures': { callers: 'owner content, session', body: () => ({}) },
  'DELETE /admin/trivia/:triviaId/pictures': { callers: 'owner content, session' },
  'GET /api/trivia/video/:videoTitle/:ageCategory/time': { callers: 'student' },
  'GET /api/trivia/video/:videoTitle/:ageCategory/movement': { callers: 'student' },
  'POST /api/trivia/video/:videoTitle/:ageCategory/answer': {
    callers: 'student',
    body: ({ quiz }) => ({ triviaId: quiz.questions[0]?.id, answer: 'right' }),
  },
  'POST /api/trivia/video/:videoTitle/:ageCategory/finish': { callers: 'student' },
  'GET /api/trivia/attempts': { callers: 'student' },
  'GET /api/trivia/video/:videoTitle/:ageCategory/practice': { callers: 'student' },
  'POST /api/trivia/video/:videoTitle/:ageCategory/practice/answer': {
    callers: 'student',
    body: ({ quiz }) => ({
      triviaId: quiz.questions[0]?.id,
      answer: 'right',
    }),
  },
  'GET /api/trivia/practice/daily': { callers: 'student' },
  'GET /api/trivia/video/:videoTitle/:ageCategory/replay': { callers: 'student' },
  'GET /api/trivia/today': { callers: 'student' },
  'GET /api/trivia/video/:videoTitle/:ageCategory': { callers: 'anyone' },
  'GET /api/trivia/video/:videoTitle/:ageCategory/review': { callers: 'student' },
  'POST /api/trivia/video/:videoTitle/:ageCategory/start': { callers: 'student' },
  'POST /api/trivia/video/:videoTitle/:ageCategory/questions/:triviaId/report': {
    callers: 'student',
    body: () => ({
      reason: 'unclear',
      text: 'Which of the two wells?',
    }),
  },
  'POST /admin/question-regrades': {
    callers: 'owner content, session',
    body: ({ quiz }) => ({ triviaId: quiz.questions[1]?.id ?? '', newAnswer: 'wrong one' }),
  },
  'GET /admin/question-regrades': { callers: 'owner content auditor' },
  'GET /admin/question-regrades/:regradeId': { callers: 'owner content auditor' },
  'POST /admin/question-regrades/:regradeId/agree': { callers: 'owner content, password' },
  'POST /admin/question-regrades/:regradeId/withdraw': { callers: 'owner content, session' },
  'POST /admin/question-regrades/:regradeId/preview': { callers: 'owner content, session' },
  'GET /admin/question-reports': { callers: 'owner content auditor' },
  'GET /admin/question-reports/open': { callers: 'owner content auditor' },
  'GET /admin/question-reports/:reportGroupId': { callers: 'owner content auditor' },
  'POST /admin/question-reports/:reportGroupId/answer': {
    callers: 'owner content, session',
    body: () => ({ outcome: 'right', text: 'The video says so.' }),
  },
  'POST /api/trivia/add': {
    callers: 'owner content, session',
    body: ({ quiz }) => ({
      videoTitle: quiz.video.title,
      question: 'Who was honest?',
      options: OPTIONS,
      correctAnswer: 'Bola',
      ageCategory: '11-20',
    }),
  },
  'DELETE /api/trivia/:triviaId': { callers: 'owner content, session' },
  'GET /admin/trivia-dry-run': { callers: 'owner content auditor' },
  'PUT /api/trivia/:triviaId': {
    callers: 'owner content, session',
    body: () => ({ question: 'Who was kind?', options: OPTIONS, correctAnswer: 'Chidi' }),
  },
  'PUT /admin/trivia-pool': {
    callers: 'owner content, session',
    body: ({ quiz }) => ({ videoId: quiz.video.id, ageCategory: '11-20', askedCount: quiz.questions.length }),
  },
  'GET /admin/trivia-questions': { callers: 'owner content auditor' },
  'GET /admin/question-bank': { callers: 'owner content' },
  'POST /api/trivia/order': {
    callers: 'owner content, session',
    body: ({ quiz }) => ({ id: quiz.questions[0]?.id ?? '', before: quiz.questions[1]?.id ?? null }),
  },
  'GET /admin/trivia-statistics': { callers: 'owner content auditor' },
  'POST /admin/attempts/:attemptId/reset': {
    callers: 'owner support, password',
    body: () => ({ reason: 'The power failed in the whole school.' }),
  },
  'POST /admin/sheets/marked': { callers: 'owner content, session', body: () => ({}) },
  'POST /api/trivia/upload-excel': { callers: 'owner content, session', body: () => ({}) },
  'GET /admin/sheets/template': { callers: 'owner content' },
  'GET /admin/sheets/imports': { callers: 'owner content auditor' },
  'POST /admin/sheets/import': { callers: 'owner content, session', body: () => ({ digest: 'x' }) },
  'POST /admin/sheets/preview': { callers: 'owner content, session', body: () => ({}) },
  'POST /admin/sheets/imports/:importId/undo': { callers: 'owner content, session' },
}
