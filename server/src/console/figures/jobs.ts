import type { App } from '../../app.ts'
import { rollUpAll } from './roll-up-days.ts'

export async function startFigureJobs(app: App): Promise<void> {
  await app.jobs.schedule('daily-figures', '10 0 * * *', () => rollUpAll(app))
}
