import type { App } from '../platform/app.ts'
import { lockOverdueAttempts } from './lock-overdue-attempts.ts'

export async function startQuizJobs(app: App): Promise<void> {
  await app.jobs.schedule('quiz-closing', '* * * * *', () => lockOverdueAttempts(app))
}
