// Which admin pages a role may open. The menu and the layout follow this table.
import { listTeam } from '@baobab/contract/accounts-admin.ts'
import { auditLog } from '@baobab/contract/audit.ts'
import { listMessages } from '@baobab/contract/contact-admin.ts'
import type { Endpoint } from '@baobab/contract/endpoint.ts'
import { leaderboard } from '@baobab/contract/leaderboard.ts'
import { overview } from '@baobab/contract/metrics.ts'
import { listNotifications, notifyAll } from '@baobab/contract/notifications-admin.ts'
import type { PagePath } from '@baobab/contract/pages.ts'
import { listAllPayments, readPaymentHistory } from '@baobab/contract/payments-admin.ts'
import { readAdminProfile } from '@baobab/contract/profile.ts'
import { listImports } from '@baobab/contract/question-import.ts'
import { addQuestion, dryRun, listQuestionsWithAnswers } from '@baobab/contract/quiz-admin.ts'
import { isAllowed, type AdminRole } from '@baobab/contract/roles.ts'
import { listStudents, studentDetails } from '@baobab/contract/students.ts'
import { listJobQueues } from '@baobab/contract/system.ts'
import { listAdminVideos, uploadVideo } from '@baobab/contract/videos-admin.ts'

type OpenPage = '/admin/register' | '/admin/login' | '/admin/forgot-password' | '/admin/reset-password'
type AdminPage = Exclude<Extract<PagePath, `/admin/${string}`>, OpenPage> | '/video-upload' | '/trivia-form'

/** The main endpoint of each page: whoever may call it may open the page. */
const mainEndpoints: Readonly<Record<AdminPage, Endpoint>> = {
  '/admin/dashboard': overview,
  '/admin/user-management': listStudents,
  '/admin/student': studentDetails,
  '/admin/content-management': listAdminVideos,
  '/admin/trivias': listAdminVideos,
  '/admin/videos': listAdminVideos,
  '/video-upload': uploadVideo,
  '/admin/trivia': listQuestionsWithAnswers,
  '/admin/trivia/page': dryRun,
  '/trivia-form': addQuestion,
  '/admin/trivia/import': listImports,
  '/admin/scholarship-management': leaderboard,
  '/admin/notification': listNotifications,
  '/admin/notification/form': notifyAll,
  '/admin/payments': listAllPayments,
  '/admin/payment': readPaymentHistory,
  '/admin/messages': listMessages,
  '/admin/team': listTeam,
  '/admin/audit-log': auditLog,
  '/admin/system': listJobQueues,
  '/admin/setting': readAdminProfile,
}

const endpointByPath = new Map<string, Endpoint>(Object.entries(mainEndpoints))

/** Returns whether a role may open the page of a path. Ignores case and a slash at the end, as the router does. */
export function mayOpen(role: AdminRole, path: string): boolean {
  const endpoint = endpointByPath.get(path.toLowerCase().replace(/\/+$/, ''))
  return endpoint !== undefined && isAllowed(endpoint.who, role)
}
