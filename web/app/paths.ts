/** The path of every page. Every link is built from these. */
export const paths = {
  home: '/',
  /** A second path of the student's dashboard. */
  dashboard: '/dashboard',
  about: '/about',
  contact: '/contact',
  terms: '/terms',
  termsFromSignUp: '/t&c',
  privacy: '/privacy-policy',
  policy: '/policy',

  videoList: '/video-list',
  /** The public list, with one video first. */
  videoOfList: (id: string) => withVideo('/video-list', id),
  leaderboard: '/leaderboard',
  /** The public leaderboard of a category; `isWhole`: all rows, not only the first ones. */
  publicBoard: (ageCategory: string, isWhole = false) =>
    `/leaderboard?ageCategory=${encodeURIComponent(ageCategory)}${isWhole ? '&rows=all' : ''}`,
  userRank: '/user-rank',
  draws: '/scholarship',
  /** @param version of a list that was replaced by a later one */
  draw: (month: string, version?: number) => `/scholarship/${month}${toVersion(version)}`,
  checkDraw: (month: string, version?: number) => `/scholarship/${month}/verify${toVersion(version)}`,

  /** The public page of a certificate. */
  certificate: (id: string) => `/certificate/${encodeURIComponent(id)}`,

  verifyEmail: '/verify-email',
  emailVerify: '/email-verify',
  payment: '/payment',
  /** The page of the link that a student sends to a parent. The server builds that link. */
  payForChild: '/pay-for-child',
  emailSuccess: '/email-success',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  guardianWait: '/guardian-wait',
  guardianConsent: '/guardian-consent',
  signIn: { complete: '/sign-in/complete', connect: '/sign-in/connect' },

  student: {
    register: '/student/register',
    login: '/student/login',
    dashboard: '/student/dashboard',
    videos: '/student/videos',
    video: (id: string) => withVideo('/student/videos', id),
    /** The video from a moment on, in seconds. */
    videoAt: (id: string, seconds: number) => `${withVideo('/student/videos', id)}&at=${seconds}`,
    /** The videos of one value. */
    videosOfValue: (value: string) => `/student/videos?value=${value}`,
    videosOfSeries: (id: string) => `/student/videos?series=${encodeURIComponent(id)}`,
    badges: '/student/badges',
    savedVideos: '/student/videos?show=saved',
    trivia: '/student/trivia',
    /** The list of quizzes, with the one of a video first. */
    triviaOf: (id: string) => withVideo('/student/trivia', id),
    quiz: (id: string) => withVideo('/student/trivia/page', id),
    reviews: '/student/review',
    review: (id: string) => withVideo('/student/review', id),
    myQuizzes: '/student/review',
    dailyPractice: '/student/practice',
    /** The practice of a finished quiz. */
    practice: (videoTitle: string, ageCategory: string) =>
      `/student/practice?${new URLSearchParams({ title: videoTitle, ageCategory }).toString()}`,
    scholarship: '/student/scholarship',
    board: (ageCategory: string) => `/student/scholarship?ageCategory=${encodeURIComponent(ageCategory)}`,
    claim: '/student/claim',
    draws: '/student/draws',
    notification: '/student/notification',
    setting: '/student/setting',
    payment: '/student/payment',
    paid: (reference: string) => `/student/successss?reference=${encodeURIComponent(reference)}`,
    receipt: (reference: string) => `/student/receipt?reference=${encodeURIComponent(reference)}`,
  },

  admin: {
    register: '/admin/register',
    login: '/admin/login',
    dashboard: '/admin/dashboard',
    forgotPassword: '/admin/forgot-password',
    resetPassword: '/admin/reset-password',
    users: '/admin/user-management',
    registrations: '/admin/registrations',
    anyStudent: '/admin/student',
    student: (username: string) => `/admin/student?username=${encodeURIComponent(username)}`,
    content: '/admin/content-management',
    quizzes: (ageCategory: string) => `/admin/content-management?tab=trivia&ageCategory=${ageCategory}`,
    scholarship: '/admin/scholarship-management',
    topStudents: '/admin/top-students',
    rehearsal: '/admin/rehearsal',
    notification: '/admin/notification',
    notificationForm: '/admin/notification/form',
    notificationChange: (id: string) => `/admin/notification/form?change=${encodeURIComponent(id)}`,
    videos: '/admin/videos',
    videoUpdate: (id: string) => withVideo('/admin/videos', id),
    series: '/admin/series',
    videoUpload: '/video-upload',
    trivias: '/admin/trivias',
    anyTrivia: '/admin/trivia',
    trivia: (id: string, ageCategory?: string) =>
      withVideo('/admin/trivia', id) + (ageCategory ? `&ageCategory=${ageCategory}` : ''),
    triviaStatistics: (id: string, ageCategory: string) =>
      `${withVideo('/admin/trivia', id)}&ageCategory=${ageCategory}&view=statistics`,
    triviaPage: (id: string, ageCategory: string) =>
      `${withVideo('/admin/trivia/page', id)}&ageCategory=${ageCategory}`,
    /** One question as a student sees it. */
    triviaPreview: (id: string, ageCategory: string, question: string) =>
      `${withVideo('/admin/trivia/page', id)}&ageCategory=${ageCategory}&question=${question}`,
    triviaForm: '/trivia-form',
    triviaFormFor: (id: string, ageCategory: string) => `${withVideo('/trivia-form', id)}&ageCategory=${ageCategory}`,
    triviaEdit: (id: string, ageCategory: string, question: string) =>
      `${withVideo('/trivia-form', id)}&ageCategory=${ageCategory}&question=${question}`,
    triviaImport: '/admin/trivia/import',
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
    message: (id: string) => `/admin/messages?message=${encodeURIComponent(id)}`,
    payments: '/admin/payments',
    paymentsToLookAt: '/admin/payments?attention=yes',
    anyPayment: '/admin/payment',
    payment: (reference: string) => `/admin/payment?reference=${encodeURIComponent(reference)}`,
    auditLog: '/admin/audit-log',
    system: '/admin/system',
    team: '/admin/team',
    setting: '/admin/setting',
  },
} as const

/** Identifies a video by its `_id`, because titles change. */
function withVideo(path: string, id: string) {
  return `${path}?video=${encodeURIComponent(id)}`
}

/** Returns the end of an address for a version of a draw's list; '' for the latest. */
export function toVersion(version: number | undefined) {
  return version === undefined ? '' : `?version=${version}`
}
