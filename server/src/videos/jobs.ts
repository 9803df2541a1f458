import type { App } from '../app.ts'
import { sweepFiles } from './stored-files.ts'

export async function startVideoJobs(app: App): Promise<void> {
  await sweepFiles(app)
}
