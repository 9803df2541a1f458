import type { Feature } from '../platform/feature.ts'
import { addBackupRoutes } from './routes.ts'
import { startBackupJobs } from './jobs.ts'

export const backup: Feature = {
  name: 'backup',
  routes: [addBackupRoutes],
  jobs: [startBackupJobs],
}
