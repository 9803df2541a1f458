import type { App } from '../platform/app.ts'
import { observeClock } from '../platform/clock-check.ts'

/** Compares the clock with the newest line regularly, so that a gap is a time in which no server was running. */
export async function startSystemJobs(app: App): Promise<void> {
  await app.jobs.schedule('watch-clock', '*/10 * * * *', async () => void (await observeClock(app)))
}
