import { withVideo, type Links } from './paths.ts'

/** Addresses of admin pages that others link to. Not loaded by students. */
export const adminPaths = {
  register: '/admin/register',
  login: '/admin/login',
  dashboard: '/admin/dashboard',
  forgotPassword: '/admin/forgot-password',
  users: '/admin/user-management',
  registrations: '/admin/registrations',
  /** Compares two accounts before a merge: `from` ends, `into` stays. */
  merge: (from: string, into: string) =>
    `/admin/student/merge?from=${encodeURIComponent(from)}&into=${encodeURIComponent(into)}`,
  student: (username: string) => `/admin/student?username=${encodeURIComponent(username)}`,
  /** One quiz of a student, with every answer. */
  attempt: (id: string) => `/admin/attempt?id=${encodeURIComponent(id)}`,
  /** Every change of a student's points. */
  points: (username: string) => `/admin/student/points?username=${encodeURIComponent(username)}`,
  content: '/admin/content-management',
  quizzes: (ageCategory: string) => `/admin/content-management?tab=trivia&ageCategory=${ageCategory}`,
  scholarship: '/admin/scholarship-management',
  topStudents: '/admin/top-students',
  rehearsal: '/admin/rehearsal',
  notification: '/admin/notification',
  notificationForm: '/admin/notification/form',
  /** A new notification to one student. */
  notifyStudent: (username: string) => `/admin/notification/form?student=${encodeURIComponent(username)}`,
  /** A new notification to all about a video. */
  announceVideo: (id: string) => withVideo('/admin/notification/form', id),
  notificationChange: (id: string) => `/admin/notification/form?change=${encodeURIComponent(id)}`,
  videos: '/admin/videos',
  videoUpdate: (id: string) => withVideo('/admin/videos', id),
  series: '/admin/series',
  /** The calendar of what is published in a month (YYYY-MM), by default the current one. */
  calendar: (month?: string) => `/admin/calendar${month === undefined ? '' : `?month=${month}`}`,
  videoUpload: '/video-upload',
  trivias: '/admin/trivias',
  trivia: (id: string, ageCategory?: string) =>
    withVideo('/admin/trivia', id) + (ageCategory ? `&ageCategory=${ageCategory}` : ''),
  triviaStatistics: (id: string, ageCategory: string) =>
    `${withVideo('/admin/trivia', id)}&ageCategory=${ageCategory}&view=statistics`,
  triviaPage: (id: string, ageCategory: string) => `${withVideo('/admin/trivia/page', id)}&ageCategory=${ageCategory}`,
  /** One question, as a student sees it. */
  triviaPreview: (id: string, ageCategory: string, question: string) =>
    `${withVideo('/admin/trivia/page', id)}&ageCategory=${ageCategory}&question=${question}`,
  triviaForm: '/trivia-form',
  triviaFormFor: (id: string, ageCategory: string) => `${withVideo('/trivia-form', id)}&ageCategory=${ageCategory}`,
  triviaEdit: (id: string, ageCategory: string, question: string) =>
    `${withVideo('/trivia-form', id)}&ageCategory=${ageCategory}&question=${question}`,
  triviaImport: '/admin/trivia/import',
  /** Imports a file whose questions are all for one quiz. */
  triviaImportFor: (id: string, ageCategory: string) =>
    `${withVideo('/admin/trivia/import', id)}&ageCategory=${ageCategory}`,
  /** All questions of a quiz on one page. */
  triviaWrite: (id: string, ageCategory: string) =>
    `${withVideo('/admin/trivia/write', id)}&ageCategory=${ageCategory}`,
  fairPlay: '/admin/fair-play',
  flagged: (username: string) => `/admin/fair-play?student=${encodeURIComponent(username)}`,
  reports: '/admin/reports',
  report: (id: string) => `/admin/reports?report=${encodeURIComponent(id)}`,
  regrades: '/admin/regrades',
  regrade: (id: string) => `/admin/regrades?regrade=${encodeURIComponent(id)}`,
  /** Corrects the answer of a question; `report` is the reported question that led to it. */
  regradeFor: (id: string, ageCategory: string, question: string, report?: string) =>
    `${withVideo('/admin/regrades', id)}&ageCategory=${ageCategory}&question=${question}${report ? `&report=${report}` : ''}`,
  messages: '/admin/messages',
  savedAnswers: '/admin/messages?view=saved-answers',
  message: (id: string) => `/admin/messages?message=${encodeURIComponent(id)}`,
  payments: '/admin/payments',
  paymentsOf: (username: string) => `/admin/payments?search=${encodeURIComponent(username)}`,
  paymentsToLookAt: '/admin/payments?attention=yes',
  payment: (reference: string) => `/admin/payment?reference=${encodeURIComponent(reference)}`,
  system: '/admin/system',
  team: '/admin/team',
} as const satisfies Links
