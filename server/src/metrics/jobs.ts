import type { App } from '../platform/app.ts'
import { rollUpAllDays } from './roll-up-days.ts'

export async function startMetricJobs(app: App): Promise<void> {
  await app.jobs.schedule('daily-figures', '10 0 * * *', () => rollUpAllDays(app))
}
