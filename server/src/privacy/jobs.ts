import type { App } from '../app.ts'
import { erasedPictures } from './erase-account.ts'

export async function startPrivacyJobs(app: App): Promise<void> {
  await app.jobs.work(erasedPictures, ({ key }) => app.files.remove(key))
}
