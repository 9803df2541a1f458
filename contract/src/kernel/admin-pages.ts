// The table of admin pages, each open to those who may call its main endpoint. Other documents only know the paths.
import { listRegistrations, listTeam } from '../accounts/admin.ts'
import { auditLog } from '../audit/endpoints.ts'
import { listMessages } from '../contact/endpoints.ts'
import { previewMerge } from '../duplicates/endpoints.ts'
import { listFlagged } from '../fair-play/admin.ts'
import { overview } from '../metrics/endpoints.ts'
import { listNotifications, notifyAll } from '../notifications/admin.ts'
import { listAllPayments, readPaymentHistory } from '../payments/admin.ts'
import { readAdminProfile } from '../profile/endpoints.ts'
import { listImports } from '../quiz/question-import.ts'
import { addQuestion, dryRun, listQuestionsWithAnswers } from '../quiz/admin.ts'
import { listRegrades, listReportGroups } from '../quiz/corrections.ts'
import { rehearseDraw, scholarshipOverview } from '../scholarship/admin.ts'
import { listStudents, studentDetails } from '../students/endpoints.ts'
import { listPointChanges, readStudentAttempt } from '../students/points.ts'
import { listJobQueues } from '../system/endpoints.ts'
import { listAdminVideos, uploadVideo } from '../videos/admin.ts'
import { readCalendar } from '../videos/calendar.ts'
import { isAllowed, type AdminRole } from '../accounts/rules.ts'
import type { Page } from './page.ts'

export const adminPages = [
  { path: '/admin/register', kind: 'admin', who: 'anyone', file: 'accounts/admin/register.tsx' },
  { path: '/admin/login', kind: 'admin', who: 'anyone', file: 'accounts/admin/log-in.tsx' },
  { path: '/admin/forgot-password', kind: 'admin', who: 'anyone', file: 'accounts/admin/forgot-password.tsx' },
  { path: '/admin/reset-password', kind: 'admin', who: 'anyone', file: 'accounts/admin/reset-password.tsx' },
  {
    path: '/admin/dashboard',
    shortcut: '/admin',
    kind: 'admin',
    who: overview.who,
    file: 'metrics/admin-dashboard.tsx',
    title: 'Home',
    menu: { icon: 'house', group: 'main' },
  },
  {
    path: '/admin/user-management',
    kind: 'admin',
    who: listStudents.who,
    file: 'students/user-management.tsx',
    title: 'User Management',
    menu: { icon: 'users-three', group: 'main' },
    list: [],
  },
  {
    path: '/admin/registrations',
    kind: 'admin',
    who: listRegistrations.who,
    file: 'accounts/admin/registrations.tsx',
    title: 'Pending registrations',
    under: '/admin/user-management',
    list: [],
    hasTimes: true,
  },
  {
    path: '/admin/student',
    kind: 'admin',
    who: studentDetails.who,
    file: 'students/student-page.tsx',
    under: '/admin/user-management',
    hasTimes: true,
  },
  {
    path: '/admin/attempt',
    kind: 'admin',
    who: readStudentAttempt.who,
    file: 'students/attempt-page.tsx',
    under: '/admin/user-management',
    hasTimes: true,
  },
  {
    path: '/admin/student/points',
    kind: 'admin',
    who: listPointChanges.who,
    file: 'students/points-page.tsx',
    under: '/admin/user-management',
    hasTimes: true,
  },
  { path: '/admin/student/merge', kind: 'admin', who: previewMerge.who, file: 'duplicates/merge-page.tsx' },
  {
    path: '/admin/content-management',
    kind: 'admin',
    who: listAdminVideos.who,
    file: 'content/content-management.tsx',
    title: 'Content Management',
    menu: { icon: 'video', group: 'main' },
    hasTimes: true,
  },
  {
    path: '/admin/videos',
    kind: 'admin',
    who: listAdminVideos.who,
    file: 'videos/admin/admin-videos.tsx',
    title: 'Moral videos',
    under: '/admin/content-management',
    list: ['video'],
  },
  {
    path: '/video-upload',
    kind: 'admin',
    who: uploadVideo.who,
    file: 'videos/admin/video-upload.tsx',
    title: 'Add a video',
    under: '/admin/content-management',
  },
  {
    path: '/admin/series',
    kind: 'admin',
    who: listAdminVideos.who,
    file: 'videos/admin/series/series-page.tsx',
    title: 'Series',
    under: '/admin/content-management',
  },
  {
    path: '/admin/calendar',
    kind: 'admin',
    who: readCalendar.who,
    file: 'videos/admin/calendar/calendar-page.tsx',
    title: 'Calendar',
    under: '/admin/content-management',
    hasTimes: true,
  },
  {
    path: '/admin/trivias',
    kind: 'admin',
    who: listAdminVideos.who,
    file: 'content/content-management.tsx',
    title: 'Trivia games',
    under: '/admin/content-management',
  },
  {
    path: '/admin/trivia',
    kind: 'admin',
    who: listQuestionsWithAnswers.who,
    file: 'quiz/admin/admin-trivia.tsx',
    under: '/admin/content-management',
    hasTimes: true,
  },
  { path: '/admin/trivia/page', kind: 'admin', who: dryRun.who, file: 'quiz/admin/dry-run-page.tsx' },
  { path: '/admin/trivia/write', kind: 'admin', who: addQuestion.who, file: 'quiz/admin/write/write-quiz.tsx' },
  {
    path: '/trivia-form',
    kind: 'admin',
    who: addQuestion.who,
    file: 'quiz/admin/trivia-form.tsx',
    title: 'Add a question',
    under: '/admin/content-management',
  },
  {
    path: '/admin/trivia/import',
    kind: 'admin',
    who: listImports.who,
    file: 'quiz/import/question-import.tsx',
    title: 'Questions from spreadsheets',
    hasTimes: true,
  },
  {
    path: '/admin/reports',
    kind: 'admin',
    who: listReportGroups.who,
    file: 'quiz/admin/reports.tsx',
    title: 'Question Reports',
    menu: { icon: 'question', group: 'quizzes' },
    hasTimes: true,
    list: ['report'],
  },
  {
    path: '/admin/fair-play',
    kind: 'admin',
    who: listFlagged.who,
    file: 'fair-play/admin/flagged.tsx',
    title: 'Fair Play',
    menu: { icon: 'eye', group: 'quizzes' },
    hasTimes: true,
    list: ['student'],
  },
  {
    path: '/admin/regrades',
    kind: 'admin',
    who: listRegrades.who,
    file: 'quiz/admin/regrades.tsx',
    title: 'Corrected Answers',
    menu: { icon: 'check-circle', group: 'quizzes' },
    hasTimes: true,
    list: ['regrade', 'video'],
  },
  {
    path: '/admin/scholarship-management',
    kind: 'admin',
    who: scholarshipOverview.who,
    file: 'scholarship/admin/scholarship.tsx',
    title: 'Scholarship Management',
    menu: { icon: 'graduation-cap', group: 'main' },
    hasTimes: true,
  },
  {
    path: '/admin/top-students',
    kind: 'admin',
    who: 'admin',
    file: 'leaderboard/admin/top-students.tsx',
    title: 'Top 1000 Students',
    under: '/admin/scholarship-management',
    list: [],
  },
  {
    path: '/admin/rehearsal',
    kind: 'admin',
    who: rehearseDraw.who,
    file: 'scholarship/admin/rehearsal.tsx',
    title: 'Rehearsal of a draw',
    under: '/admin/scholarship-management',
  },
  {
    path: '/admin/payments',
    kind: 'admin',
    who: listAllPayments.who,
    file: 'payments/admin/admin-payments.tsx',
    title: 'Payments',
    menu: { icon: 'credit-card', group: 'contact' },
    hasTimes: true,
    list: [],
  },
  {
    path: '/admin/payment',
    kind: 'admin',
    who: readPaymentHistory.who,
    file: 'payments/admin/admin-payment.tsx',
    under: '/admin/payments',
    hasTimes: true,
  },
  {
    path: '/admin/notification',
    kind: 'admin',
    who: listNotifications.who,
    file: 'notifications/admin/notifications.tsx',
    title: 'Notifications',
    menu: { icon: 'bell', group: 'contact' },
    hasTimes: true,
    list: [],
  },
  {
    path: '/admin/notification/form',
    kind: 'admin',
    who: notifyAll.who,
    file: 'notifications/admin/notification-form.tsx',
    title: 'Send a notification',
  },
  {
    path: '/admin/messages',
    kind: 'admin',
    who: listMessages.who,
    file: 'contact/admin/messages.tsx',
    title: 'Messages',
    menu: { icon: 'envelope-simple', group: 'contact' },
    hasTimes: true,
    list: ['message'],
  },
  {
    path: '/admin/team',
    kind: 'admin',
    who: listTeam.who,
    file: 'accounts/admin/team.tsx',
    title: 'Team',
    menu: { icon: 'users', group: 'running' },
    hasTimes: true,
  },
  {
    path: '/admin/audit-log',
    kind: 'admin',
    who: auditLog.who,
    file: 'audit/audit-log.tsx',
    title: 'Audit Log',
    menu: { icon: 'clipboard-text', group: 'running' },
    hasTimes: true,
    list: [],
  },
  {
    path: '/admin/system',
    kind: 'admin',
    who: listJobQueues.who,
    file: 'system/system.tsx',
    title: 'System',
    menu: { icon: 'timer', group: 'running' },
    hasTimes: true,
  },
  {
    path: '/admin/setting',
    kind: 'admin',
    who: readAdminProfile.who,
    file: 'profile/admin/settings.tsx',
    title: 'Setting',
    menu: { icon: 'gear-six', group: 'main' },
  },
] as const satisfies readonly Page[]

const byPath = new Map<string, Page>(adminPages.filter(({ who }) => who !== 'anyone').map((page) => [page.path, page]))

/** Returns the admin page at a path, if it requires a login. Ignores case and a trailing slash, as the router does. */
export const findAdminPage = (path: string): Page | undefined => byPath.get(path.toLowerCase().replace(/\/+$/, ''))

/** Returns whether an admin may open the page at a path; false if there is none. */
export function mayOpen(roles: AdminRole | readonly AdminRole[], path: string): boolean {
  const page = findAdminPage(path)
  return page !== undefined && isAllowed(page.who, roles)
}
