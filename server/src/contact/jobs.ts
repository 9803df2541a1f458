import type { App } from '../platform/app.ts'
import { contactAnswers, mailAnswer } from './admin/answer-message.ts'

export async function startContactJobs(app: App): Promise<void> {
  await app.jobs.work(contactAnswers, ({ messageId }) => mailAnswer(app, messageId))
}
