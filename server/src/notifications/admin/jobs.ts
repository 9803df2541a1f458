import type { App } from '../../platform/app.ts'
import { segmentRounds } from '../publish-notifications.ts'
import { gatherRecipients } from './segments.ts'
import { mailTest, notificationTests } from './test-notification.ts'

/** Finds the recipients of notifications to segments, and mails tests. */
export async function startNotificationAdminJobs(app: App): Promise<void> {
  await app.jobs.work(segmentRounds, (round) => gatherRecipients(app, round))
  await app.jobs.work(notificationTests, (test) => mailTest(app, test))
}
