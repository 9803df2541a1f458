import type { Feature } from '../platform/feature.ts'
import { addBulkRoutes } from './routes.ts'
import { startBulkJobs } from './jobs.ts'

export const bulk: Feature = {
  name: 'bulk',
  routes: [addBulkRoutes],
  jobs: [startBulkJobs],
}
