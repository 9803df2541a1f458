import type { Feature } from '../platform/feature.ts'
import { addContactRoutes } from './routes.ts'
import { addContactAdminRoutes } from './admin/routes.ts'
import { startContactJobs } from './jobs.ts'

export const contact: Feature = {
  name: 'contact',
  routes: [addContactRoutes, addContactAdminRoutes],
  jobs: [startContactJobs],
}
