import type { App } from '../platform/app.ts'
import { observeClock } from '../platform/clock-check.ts'

/** Regularly records that the clock is right, so that a gap means that no server was running. */
export async function startSystemJobs(app: App): Promise<void> {
  await app.jobs.schedule('watch-clock', '*/10 * * * *', async () => void (await observeClock(app)))
}
