import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addBackupRoutes } from './routes.ts'
import { startBackupJobs } from './jobs.ts'

export const backup: Feature = {
  name: 'backup',
  routes: [addBackupRoutes],
  jobs: [startBackupJobs],
  tables: describeTables(tables, {
    backups: 'of no student',
  }),
  distribution: { coordinator: [tables.backups] },
}
