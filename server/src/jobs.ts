// Every feature's background work in one visible list.
import { startAccountJobs } from './accounts/jobs.ts'
import type { App } from './app.ts'
import { startExportJobs } from './console/exports/jobs.ts'
import { startFigureJobs } from './console/figures/jobs.ts'
import { startContactJobs } from './contact/jobs.ts'
import { startLeaderboardJobs } from './leaderboard/jobs.ts'
import { startNoticeJobs } from './notifications/jobs.ts'
import { startPaymentJobs } from './payments/jobs.ts'
import { startPrivacyJobs } from './privacy/jobs.ts'
import { startQuizJobs } from './quiz/jobs.ts'
import { startVideoJobs } from './videos/jobs.ts'

export async function startJobs(app: App): Promise<void> {
  await startAccountJobs(app)
  await startNoticeJobs(app)
  await startPaymentJobs(app)
  await startLeaderboardJobs(app)
  await startQuizJobs(app)
  await startVideoJobs(app)
  await startContactJobs(app)
  await startFigureJobs(app)
  await startExportJobs(app)
  await startPrivacyJobs(app)
}
