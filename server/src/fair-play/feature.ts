import type { Feature } from '../platform/feature.ts'
import { addFairPlayRoutes } from './routes.ts'
import { addFairPlayAdminRoutes } from './admin/routes.ts'
import { startFairPlayJobs } from './jobs.ts'

export const fairPlay: Feature = {
  name: 'fair-play',
  routes: [addFairPlayRoutes, addFairPlayAdminRoutes],
  jobs: [startFairPlayJobs],
}
