// All endpoints of the API. The tests of permissions, bad input and the audit log iterate over this list.
import * as accounts from './accounts/endpoints.ts'
import * as accountsAdmin from './accounts/admin.ts'
import * as audit from './audit/endpoints.ts'
import * as students from './students/endpoints.ts'
import * as awards from './awards/endpoints.ts'
import * as backup from './backup/endpoints.ts'
import * as bulk from './bulk/endpoints.ts'
import * as contact from './contact/endpoints.ts'
import * as contactAdmin from './contact/admin.ts'
import type { Endpoint } from './kernel/endpoint.ts'
import * as identityProviders from './accounts/identity-providers.ts'
import * as maintenance from './maintenance/admin.ts'
import * as menuCounts from './kernel/menu-counts.ts'
import * as metrics from './metrics/endpoints.ts'
import * as exports from './exports/endpoints.ts'
import * as leaderboard from './leaderboard/endpoints.ts'
import * as notifications from './notifications/endpoints.ts'
import * as notificationsAdmin from './notifications/admin.ts'
import * as optionalMails from './notifications/optional-mails.ts'
import * as paymentsAdmin from './payments/admin.ts'
import * as payments from './payments/endpoints.ts'
import * as privacy from './privacy/endpoints.ts'
import * as push from './notifications/push.ts'
import * as profile from './profile/endpoints.ts'
import * as quiz from './quiz/endpoints.ts'
import * as duplicates from './duplicates/endpoints.ts'
import * as studentNotes from './students/notes.ts'
import * as fairPlay from './fair-play/endpoints.ts'
import * as fairPlayAdmin from './fair-play/admin.ts'
import * as quizStreak from './quiz/streak.ts'
import * as quizPractice from './quiz/practice.ts'
import * as quizRegradeAdmin from './quiz/regrade-admin.ts'
import * as quizReports from './quiz/reports.ts'
import * as quizReportsAdmin from './quiz/reports-admin.ts'
import * as questionImport from './quiz/question-import.ts'
import * as savedViews from './saved-views/endpoints.ts'
import * as scholarship from './scholarship/endpoints.ts'
import * as scholarshipAdmin from './scholarship/admin.ts'
import * as scholarshipListClaimAdmin from './scholarship/list-claim-admin.ts'
import * as scholarshipPrize from './scholarship/prize.ts'
import * as scholarshipPrizeAdmin from './scholarship/prize-admin.ts'
import * as scholarshipTimeStamps from './scholarship/time-stamps.ts'
import * as scholarshipWitnessAdmin from './scholarship/witness-admin.ts'
import * as sessions from './accounts/sessions.ts'
import * as series from './videos/series.ts'
import * as settings from './settings/endpoints.ts'
import * as quizAdmin from './quiz/admin.ts'
import * as policyReports from './system/policy-reports.ts'
import * as system from './system/endpoints.ts'
import * as systemHealth from './system/health.ts'
import * as videos from './videos/endpoints.ts'
import * as videosAdmin from './videos/admin.ts'

function endpointsIn(feature: Record<string, unknown>): Endpoint[] {
  // One endpoint may have two names, for callers of two kinds.
  return [...new Set(Object.values(feature))].filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
  )
}

/** Every endpoint of the product, grouped by feature. */
export const api: readonly Endpoint[] = [
  accounts,
  identityProviders,
  profile,
  sessions,
  accountsAdmin,
  videos,
  videosAdmin,
  series,
  awards,
  backup,
  quiz,
  quizAdmin,
  quizPractice,
  quizStreak,
  quizReports,
  quizReportsAdmin,
  quizRegradeAdmin,
  questionImport,
  leaderboard,
  scholarship,
  scholarshipAdmin,
  scholarshipListClaimAdmin,
  scholarshipPrize,
  scholarshipPrizeAdmin,
  scholarshipTimeStamps,
  scholarshipWitnessAdmin,
  fairPlay,
  fairPlayAdmin,
  menuCounts,
  contact,
  contactAdmin,
  settings,
  savedViews,
  audit,
  students,
  studentNotes,
  duplicates,
  exports,
  bulk,
  metrics,
  system,
  systemHealth,
  maintenance,
  policyReports,
  notifications,
  notificationsAdmin,
  optionalMails,
  push,
  payments,
  paymentsAdmin,
  privacy,
].flatMap(endpointsIn)
