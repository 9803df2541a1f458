import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { contactAnswers, mailAnswer } from './admin/mail-answers.ts'
import { deleteOldMessages } from './delete-old-messages.ts'

/** Mails answers, and deletes old messages every night. */
export async function startContactJobs(app: App): Promise<void> {
  await app.jobs.work(contactAnswers, (job) => mailAnswer(app, job))
  const clean = unlessClockIsHeld(app, 'old-messages', () => deleteOldMessages(app))
  await app.jobs.schedule('old-messages', '30 3 * * *', clean)
}
