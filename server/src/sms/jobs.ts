import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { deleteOldSms } from './delete-old-sms.ts'

/** Deletes old records of text messages every night. */
export async function startSmsJobs(app: App): Promise<void> {
  const clean = unlessClockIsHeld(app, 'old-text-messages', () => deleteOldSms(app))
  await app.jobs.schedule('old-text-messages', '45 3 * * *', clean)
}
