import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { guardianMessages, sendGuardianMessage } from './guardian-messages.ts'
import { removeStaleGuardians } from './remove-stale-guardians.ts'

/** Sends guardians' messages, and every night deletes what has expired. */
export async function startGuardianJobs(app: App): Promise<void> {
  await app.jobs.work(guardianMessages, (message) => sendGuardianMessage(app, message))
  const clean = unlessClockIsHeld(app, 'guardians-cleaning', () => removeStaleGuardians(app))
  await app.jobs.schedule('guardians-cleaning', '25 3 * * *', clean)
}
