// Starts the background jobs of every feature.
import { startAccountJobs } from './accounts/jobs.ts'
import type { App } from './platform/app.ts'
import { startExportJobs } from './exports/jobs.ts'
import { startMetricJobs } from './metrics/jobs.ts'
import { startContactJobs } from './contact/jobs.ts'
import { startLeaderboardJobs } from './leaderboard/jobs.ts'
import { startNotificationJobs } from './notifications/jobs.ts'
import { startPaymentJobs } from './payments/jobs.ts'
import { startPrivacyJobs } from './privacy/jobs.ts'
import { startQuizJobs } from './quiz/jobs.ts'
import { startVideoJobs } from './videos/jobs.ts'

export async function startJobs(app: App): Promise<void> {
  await startAccountJobs(app)
  await startNotificationJobs(app)
  await startPaymentJobs(app)
  await startLeaderboardJobs(app)
  await startQuizJobs(app)
  await startVideoJobs(app)
  await startContactJobs(app)
  await startMetricJobs(app)
  await startExportJobs(app)
  await startPrivacyJobs(app)
}
