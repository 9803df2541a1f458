import type { App } from '../platform/app.ts'
import { erasedFiles } from './erase-account.ts'

/** Deletes the files of erased accounts. */
export async function startPrivacyJobs(app: App): Promise<void> {
  await app.jobs.work(erasedFiles, ({ key }) => app.files.remove(key))
}
