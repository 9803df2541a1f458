import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { deleteOldOrigins } from './delete-old-origins.ts'
import { examineAttempts } from './examine-attempts.ts'
import { appealReminders, remindOfAppeals, sendAppealReminder } from './remind-of-appeals.ts'

/** An attempt is examined within this time after it is locked. */
const EXAMINE_EVERY_MS = 10_000

/** Examines finished attempts, reminds admins of appeals, and deletes the origins of old attempts every night. */
export async function startFairPlayJobs(app: App): Promise<void> {
  app.jobs.repeatOnEveryServer(EXAMINE_EVERY_MS, () => examineAttempts(app))
  await app.jobs.work(appealReminders, (job) => sendAppealReminder(app, job))
  const remind = unlessClockIsHeld(app, 'appeals-due', () => remindOfAppeals(app))
  await app.jobs.schedule('appeals-due', '*/10 * * * *', remind)
  const clean = unlessClockIsHeld(app, 'fair-play-cleaning', () => deleteOldOrigins(app))
  await app.jobs.schedule('fair-play-cleaning', '45 3 * * *', clean)
}
