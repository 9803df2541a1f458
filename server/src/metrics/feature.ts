import type { Feature } from '../platform/feature.ts'
import { addMetricRoutes } from './routes.ts'
import { startMetricJobs } from './jobs.ts'

export const metrics: Feature = {
  name: 'metrics',
  routes: [addMetricRoutes],
  jobs: [startMetricJobs],
}
