import type { App } from '../platform/app.ts'
import { unlessClockIsHeld } from '../platform/clock-check.ts'
import { rollUpAllDays } from './roll-up-days.ts'

export async function startMetricJobs(app: App): Promise<void> {
  const count = unlessClockIsHeld(app, 'daily-figures', () => rollUpAllDays(app))
  await app.jobs.schedule('daily-figures', '10 0 * * *', count)
}
