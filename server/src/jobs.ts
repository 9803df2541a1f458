// Starts the background jobs of every feature.
import { startAccountJobs } from './accounts/jobs.ts'
import type { App } from './platform/app.ts'
import { startBackupJobs } from './backup/jobs.ts'
import { startBulkJobs } from './bulk/jobs.ts'
import { startExportJobs } from './exports/jobs.ts'
import { startFairPlayJobs } from './fair-play/jobs.ts'
import { startMaintenanceJobs } from './maintenance/jobs.ts'
import { startMetricJobs } from './metrics/jobs.ts'
import { startContactJobs } from './contact/jobs.ts'
import { startLeaderboardJobs } from './leaderboard/jobs.ts'
import { startNotificationAdminJobs } from './notifications/admin/jobs.ts'
import { startNotificationJobs } from './notifications/jobs.ts'
import { startPaymentJobs } from './payments/jobs.ts'
import { eraseAgain } from './privacy/erase-again.ts'
import { startPrivacyJobs } from './privacy/jobs.ts'
import { startQuizJobs } from './quiz/jobs.ts'
import { startScholarshipJobs } from './scholarship/jobs.ts'
import { startStudentJobs } from './students/jobs.ts'
import { startServerNotes } from './system/health/jobs.ts'
import { startSystemJobs } from './system/jobs.ts'
import { startVerificationJobs } from './verification/jobs.ts'
import { startVideoJobs } from './videos/jobs.ts'

/** Returns the app as jobs receive it: their queries may take minutes, and take no connection from requests. */
function useSlowConnections(app: App): App {
  const { db, pool } = app.separate.slow
  return { ...app, db, pool }
}

export async function startJobs(requestsApp: App): Promise<void> {
  const app = useSlowConnections(requestsApp)
  // Before any job could mail an account that a restore has brought back.
  await eraseAgain(app)
  await startSystemJobs(app)
  await startServerNotes(app)
  await startMaintenanceJobs(app)
  await startAccountJobs(app)
  await startNotificationJobs(app)
  await startNotificationAdminJobs(app)
  await startStudentJobs(app)
  await startPaymentJobs(app)
  await startLeaderboardJobs(app)
  await startQuizJobs(app)
  await startVideoJobs(app)
  await startScholarshipJobs(app)
  await startFairPlayJobs(app)
  await startContactJobs(app)
  await startMetricJobs(app)
  await startExportJobs(app)
  await startBulkJobs(app)
  await startPrivacyJobs(app)
  await startVerificationJobs(app)
  await startBackupJobs(app)
}
