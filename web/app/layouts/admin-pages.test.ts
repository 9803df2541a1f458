import { listRegistrations, listTeam } from '@baobab/contract/accounts/admin.ts'
import { auditLog } from '@baobab/contract/audit/endpoints.ts'
import { listMessages } from '@baobab/contract/contact/endpoints.ts'
import { previewMerge } from '@baobab/contract/duplicates/endpoints.ts'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { listFlagged } from '@baobab/contract/fair-play/admin.ts'
import { overview } from '@baobab/contract/metrics/endpoints.ts'
import { listNotifications, notifyAll } from '@baobab/contract/notifications/admin.ts'
import { listAllPayments, readPaymentHistory } from '@baobab/contract/payments/admin.ts'
import { readAdminProfile } from '@baobab/contract/profile/endpoints.ts'
import { listImports } from '@baobab/contract/quiz/question-import.ts'
import { addQuestion, dryRun, listQuestionsWithAnswers } from '@baobab/contract/quiz/admin.ts'
import { listRegrades, listReportGroups } from '@baobab/contract/quiz/corrections.ts'
import { rehearseDraw, scholarshipOverview } from '@baobab/contract/scholarship/admin.ts'
import { listSeries } from '@baobab/contract/videos/endpoints.ts'
import { listStudents, studentDetails } from '@baobab/contract/students/endpoints.ts'
import { listJobQueues } from '@baobab/contract/system/endpoints.ts'
import { listAdminVideos, uploadVideo } from '@baobab/contract/videos/admin.ts'
import { expect, it } from 'vitest'
import { isKnownPage, mayOpen, pageAudience, type AdminPage } from './admin-pages.ts'

/** The endpoint without which a page is of no use. The leaderboard is public. */
const mainEndpoints: Record<Exclude<AdminPage, '/admin/top-students'>, Endpoint> = {
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
  expect(pageAudience[path as AdminPage]).toEqual(who)
})

it('a page is found by every spelling of its path that the router accepts, and unknown pages stay closed', () => {
  for (const path of ['/admin/team', '/admin/team/', '/Admin/TEAM']) {
    expect(mayOpen('owner', path)).toBe(true)
    expect(mayOpen('finance', path)).toBe(false)
    expect(isKnownPage(path)).toBe(true)
  }
  expect(mayOpen('owner', '/admin/unknown')).toBe(false)
  expect(isKnownPage('/admin/unknown')).toBe(false)
})
