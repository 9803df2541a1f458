import type { App } from '../app.ts'
import { contactAnswers, sendAnswer } from './answer-message.ts'

export async function startContactJobs(app: App): Promise<void> {
  await app.jobs.work(contactAnswers, ({ messageId }) => sendAnswer(app, messageId))
}
