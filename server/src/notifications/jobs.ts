import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { mailChunk, notificationMailChunks, notificationMailRounds, startMailing } from './mail-notifications.ts'
import { publishDueNotifications } from './publish-notifications.ts'

/** Publishes planned notifications. Mails about published ones depend on no date, so they are sent on a doubtful one too. */
export async function startNotificationJobs(app: App): Promise<void> {
  await app.jobs.work(notificationMailRounds, (round) => startMailing(app, round))
  await app.jobs.workLong(notificationMailChunks, (chunk, signal) => mailChunk(app, chunk, signal), 1)
  const publish = unlessClockIsHeld(app, 'due-notices', () => publishDueNotifications(app))
  await app.jobs.schedule('due-notices', '* * * * *', publish)
}
