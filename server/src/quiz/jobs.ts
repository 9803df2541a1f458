import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { notifyReporters, reportAnswers } from './admin/reports/notify-reporters.ts'
import { applyRegrade, regradesToApply, voidsToApply } from './admin/regrade/apply-regrade.ts'
import { previewRegrade, regradePreviews } from './admin/regrade/preview-regrade.ts'
import { lockOverdueAttempts } from './lock-overdue-attempts.ts'

/** Locks overdue attempts, notifies students whose reports were answered, and applies regrades. */
export async function startQuizJobs(app: App): Promise<void> {
  const close = unlessClockIsHeld(app, 'quiz-closing', () => lockOverdueAttempts(app))
  await app.jobs.schedule('quiz-closing', '* * * * *', close)
  await app.jobs.workLong(regradePreviews, ({ regradeId }, signal) => previewRegrade(app, regradeId, signal), 1)
  await app.jobs.workLong(regradesToApply, ({ regradeId }, signal) => applyRegrade(app, regradeId, signal), 1)
  await app.jobs.workLong(voidsToApply, ({ regradeId }, signal) => applyRegrade(app, regradeId, signal), 1)
  await app.jobs.work(reportAnswers, ({ groupId }) => notifyReporters(app, groupId))
}
