import type { App } from '../platform/app.ts'
import { contactAnswers, mailAnswer } from './admin/answer-message.ts'
import { deleteOldMessages } from './delete-old-messages.ts'

/** Mails answers, and deletes old messages every night. */
export async function startContactJobs(app: App): Promise<void> {
  await app.jobs.work(contactAnswers, ({ messageId }) => mailAnswer(app, messageId))
  await app.jobs.schedule('old-messages', '30 3 * * *', () => deleteOldMessages(app))
}
