import type { Feature } from '../platform/feature.ts'
import { addMaintenanceRoutes } from './routes.ts'
import { startMaintenanceJobs } from './jobs.ts'

export const maintenance: Feature = {
  name: 'maintenance',
  routes: [addMaintenanceRoutes],
  jobs: [startMaintenanceJobs],
}
