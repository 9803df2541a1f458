// All endpoints of the API. The tests for permissions, bad input and the audit log iterate over this list.
import type { Endpoint } from './kernel/endpoint.ts'
import * as accounts from './accounts/endpoints.ts'
import * as accountsAdmin from './accounts/admin.ts'
import * as identityProviders from './accounts/identity-providers.ts'
import * as sessions from './accounts/sessions.ts'
import * as audit from './audit/endpoints.ts'
import * as awards from './awards/endpoints.ts'
import * as backup from './backup/endpoints.ts'
import * as bulk from './bulk/endpoints.ts'
import * as contact from './contact/endpoints.ts'
import * as contactConversation from './contact/conversation.ts'
import * as duplicates from './duplicates/endpoints.ts'
import * as exports from './exports/endpoints.ts'
import * as fairPlay from './fair-play/endpoints.ts'
import * as fairPlayAdmin from './fair-play/admin.ts'
import * as friends from './friends/endpoints.ts'
import * as guardianChildren from './guardians/children.ts'
import * as guardians from './guardians/endpoints.ts'
import * as leaderboard from './leaderboard/endpoints.ts'
import * as leaderboardAdmin from './leaderboard/admin.ts'
import * as leagues from './leagues/endpoints.ts'
import * as maintenance from './maintenance/endpoints.ts'
import * as metrics from './metrics/endpoints.ts'
import * as notifications from './notifications/endpoints.ts'
import * as notificationsAdmin from './notifications/admin.ts'
import * as payments from './payments/endpoints.ts'
import * as paymentsAdmin from './payments/admin.ts'
import * as paymentRefunds from './payments/refunds.ts'
import * as privacy from './privacy/endpoints.ts'
import * as profile from './profile/endpoints.ts'
import * as quiz from './quiz/endpoints.ts'
import * as quizAdmin from './quiz/admin.ts'
import * as quizCorrections from './quiz/corrections.ts'
import * as quizPractice from './quiz/practice.ts'
import * as questionImport from './quiz/question-import.ts'
import * as questionBank from './quiz/question-bank.ts'
import * as savedViews from './saved-views/endpoints.ts'
import * as scholarship from './scholarship/endpoints.ts'
import * as scholarshipAdmin from './scholarship/admin.ts'
import * as scholarshipNews from './scholarship/draw-news.ts'
import * as scholarshipPrize from './scholarship/prize.ts'
import * as settings from './settings/endpoints.ts'
import * as sms from './sms/endpoints.ts'
import * as studentCorrections from './students/corrections.ts'
import * as studentEmailChange from './students/email-change.ts'
import * as students from './students/endpoints.ts'
import * as studentPoints from './students/points.ts'
import * as studentGuardian from './students/guardian.ts'
import * as system from './system/endpoints.ts'
import * as systemHealth from './system/health.ts'
import * as videos from './videos/endpoints.ts'
import * as videosAdmin from './videos/admin.ts'
import * as videosCalendar from './videos/calendar.ts'

function endpointsIn(feature: Record<string, unknown>): Endpoint[] {
  // An endpoint may be exported under two names, for two kinds of callers.
  return [...new Set(Object.values(feature))].filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
  )
}

/** Every endpoint of the product, grouped by feature. */
export const api: readonly Endpoint[] = [
  accounts,
  accountsAdmin,
  identityProviders,
  sessions,
  audit,
  awards,
  backup,
  bulk,
  contact,
  contactConversation,
  duplicates,
  exports,
  fairPlay,
  fairPlayAdmin,
  friends,
  guardianChildren,
  guardians,
  leaderboard,
  leaderboardAdmin,
  leagues,
  maintenance,
  metrics,
  notifications,
  notificationsAdmin,
  payments,
  paymentsAdmin,
  paymentRefunds,
  privacy,
  profile,
  quiz,
  quizAdmin,
  quizCorrections,
  quizPractice,
  questionImport,
  questionBank,
  savedViews,
  scholarship,
  scholarshipAdmin,
  scholarshipNews,
  scholarshipPrize,
  settings,
  sms,
  studentCorrections,
  studentEmailChange,
  students,
  studentPoints,
  studentGuardian,
  system,
  systemHealth,
  videos,
  videosAdmin,
  videosCalendar,
].flatMap(endpointsIn)
