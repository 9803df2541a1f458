import { listRegistrations, listTeam } from '../accounts/admin.ts'
import { auditLog } from '../audit/endpoints.ts'
import { listMessages } from '../contact/endpoints.ts'
import { previewMerge } from '../duplicates/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { listFlagged } from '../fair-play/admin.ts'
import { overview } from '../metrics/endpoints.ts'
import { listNotifications, notifyAll } from '../notifications/admin.ts'
import { listAllPayments, readPaymentHistory } from '../payments/admin.ts'
import { readAdminProfile } from '../profile/endpoints.ts'
import { listImports } from '../quiz/question-import.ts'
import { addQuestion, dryRun, listQuestionsWithAnswers } from '../quiz/admin.ts'
import { listRegrades, listReportGroups } from '../quiz/corrections.ts'
import { rehearseDraw, scholarshipOverview } from '../scholarship/admin.ts'
import { listSeries } from '../videos/endpoints.ts'
import { listStudents, studentDetails } from '../students/endpoints.ts'
import { listJobQueues } from '../system/endpoints.ts'
import { listAdminVideos, uploadVideo } from '../videos/admin.ts'
import { expect, it } from 'vitest'
import { findAdminPage, mayOpen, type AdminPagePath } from './admin-pages.ts'

/** The endpoint without which a page is of no use. The leaderboard is public. */
const mainEndpoints: Record<Exclude<AdminPagePath, '/admin/top-students'>, Endpoint> = {
  '/admin/scholarship-management': scholarshipOverview,
  '/admin/rehearsal': rehearseDraw,
  '/admin/dashboard': overview,
  '/admin/setting': readAdminProfile,
  '/admin/content-management': listAdminVideos,
  '/admin/videos': listAdminVideos,
  '/video-upload': uploadVideo,
  '/admin/series': listSeries,
  '/admin/trivias': listAdminVideos,
  '/admin/trivia': listQuestionsWithAnswers,
  '/admin/trivia/page': dryRun,
  '/trivia-form': addQuestion,
  '/admin/trivia/import': listImports,
  '/admin/reports': listReportGroups,
  '/admin/fair-play': listFlagged,
  '/admin/regrades': listRegrades,
  '/admin/user-management': listStudents,
  '/admin/registrations': listRegistrations,
  '/admin/student': studentDetails,
  '/admin/student/merge': previewMerge,
  '/admin/notification': listNotifications,
  '/admin/notification/form': notifyAll,
  '/admin/messages': listMessages,
  '/admin/payments': listAllPayments,
  '/admin/payment': readPaymentHistory,
  '/admin/team': listTeam,
  '/admin/audit-log': auditLog,
  '/admin/system': listJobQueues,
}

it.each(Object.entries(mainEndpoints))('%s opens for those who may call its main endpoint', (path, { who }) => {
  expect(findAdminPage(path)?.who).toEqual(who)
})

it('a page is found by every spelling of its path that the router accepts, and unknown pages stay closed', () => {
  for (const path of ['/admin/team', '/admin/team/', '/Admin/TEAM']) {
    expect(mayOpen('owner', path)).toBe(true)
    expect(mayOpen('finance', path)).toBe(false)
  }
  expect(mayOpen('owner', '/admin/unknown')).toBe(false)
  expect(findAdminPage('/admin/unknown')).toBeUndefined()
})
