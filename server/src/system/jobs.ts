import type { App } from '../platform/app.ts'
import { observeClock } from '../platform/clock-check.ts'

/** Notes regularly that the clock is right, so that a gap is a time in which no server was running. */
export async function startSystemJobs(app: App): Promise<void> {
  await app.jobs.schedule('watch-clock', '*/10 * * * *', async () => void (await observeClock(app)))
}
