import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addMaintenanceRoutes } from './routes.ts'
import { startMaintenanceJobs } from './jobs.ts'

export const maintenance: Feature = {
  name: 'maintenance',
  routes: [addMaintenanceRoutes],
  jobs: [startMaintenanceJobs],
  tables: describeTables(tables, {
    maintenances: 'of no student',
  }),
  distribution: { coordinator: [tables.maintenances] },
}
