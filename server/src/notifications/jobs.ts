import type { App } from '../platform/app.ts'
import { mailChunk, notificationMailChunks, notificationMailRounds, startMailing } from './mail-notifications.ts'
import { publishDueNotifications } from './publish-notifications.ts'

export async function startNotificationJobs(app: App): Promise<void> {
  await app.jobs.work(notificationMailRounds, (round) => startMailing(app, round))
  await app.jobs.workLong(notificationMailChunks, (chunk, signal) => mailChunk(app, chunk, signal), 1)
  await app.jobs.schedule('due-notices', '* * * * *', async () => {
    await publishDueNotifications(app)
  })
}
