import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { lockOverdueAttempts } from './lock-overdue-attempts.ts'

export async function startQuizJobs(app: App): Promise<void> {
  const close = unlessClockIsHeld(app, 'quiz-closing', () => lockOverdueAttempts(app))
  await app.jobs.schedule('quiz-closing', '* * * * *', close)
}
