import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { deleteOldFriendData, endOverdueTurns } from './clean-up.ts'

/** Ends challenges' turns whose time is up, and deletes old requests and challenges every night. */
export async function startFriendJobs(app: App): Promise<void> {
  const end = unlessClockIsHeld(app, 'friend-challenges', () => endOverdueTurns(app))
  await app.jobs.schedule('friend-challenges', '*/5 * * * *', end)
  const clean = unlessClockIsHeld(app, 'friends-cleaning', () => deleteOldFriendData(app))
  await app.jobs.schedule('friends-cleaning', '50 3 * * *', clean)
}
