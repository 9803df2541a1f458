import type { Feature } from '../platform/feature.ts'
import { addScholarshipRoutes } from './routes.ts'
import { addScholarshipAdminRoutes } from './admin/routes.ts'
import { startScholarshipJobs } from './jobs.ts'

export const scholarship: Feature = {
  name: 'scholarship',
  routes: [addScholarshipRoutes, addScholarshipAdminRoutes],
  jobs: [startScholarshipJobs],
}
