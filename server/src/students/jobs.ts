import { segmentRounds } from '../notifications/publish-notifications.ts'
import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { removeExpiredEmailChanges } from './email-change/change-email.ts'
import { eraseLeftovers } from './erase-leftovers.ts'
import { gatherRecipients } from './segments.ts'
import { sendStudentMail, studentMails } from './student-mails.ts'

/**
 * Finds the recipients of notifications to segments, sends mails about students, and deletes expired changes of emails and what
 * servers of the previous release left of erased accounts.
 */
export async function startStudentJobs(app: App): Promise<void> {
  await app.jobs.work(segmentRounds, (round) => gatherRecipients(app, round))
  await app.jobs.work(studentMails, (mail) => sendStudentMail(app, mail))
  const clean = unlessClockIsHeld(app, 'email-changes-cleaning', async () => {
    await removeExpiredEmailChanges(app)
    await eraseLeftovers(app)
  })
  await app.jobs.schedule('email-changes-cleaning', '25 3 * * *', clean)
}
