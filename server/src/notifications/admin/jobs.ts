import type { App } from '../../platform/app.ts'
import { mailTest, notificationTests } from './test-notification.ts'

/** Mails test notifications. */
export async function startNotificationAdminJobs(app: App): Promise<void> {
  await app.jobs.work(notificationTests, (test) => mailTest(app, test))
}
