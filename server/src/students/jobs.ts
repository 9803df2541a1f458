import { segmentRounds } from '../notifications/publish-notifications.ts'
import type { App } from '../platform/app.ts'
import { gatherRecipients } from './segments.ts'

/** Finds the recipients of notifications to segments. */
export async function startStudentJobs(app: App): Promise<void> {
  await app.jobs.work(segmentRounds, (round) => gatherRecipients(app, round))
}
