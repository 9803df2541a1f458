import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { deleteOldFriendData, endOverdueTurns } from './clean-up.ts'

/** Schedules the jobs: every five minutes, end the turns whose time is up; every night, delete old requests and challenges. */
export async function startFriendJobs(app: App): Promise<void> {
  const end = unlessClockIsHeld(app, 'friend-challenges', () => endOverdueTurns(app))
  await app.jobs.schedule('friend-challenges', '*/5 * * * *', end)
  const clean = unlessClockIsHeld(app, 'friends-cleaning', () => deleteOldFriendData(app))
  await app.jobs.schedule('friends-cleaning', '50 3 * * *', clean)
}
