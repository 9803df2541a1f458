import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addMetricRoutes } from './routes.ts'
import { startMetricJobs } from './jobs.ts'

export const metrics: Feature = {
  name: 'metrics',
  routes: [addMetricRoutes],
  jobs: [startMetricJobs],
  tables: describeTables(tables, {
    dailyMetrics: 'of no student',
    dailyVideoMetrics: 'of no student',
  }),
  distribution: { coordinator: [tables.dailyMetrics, tables.dailyVideoMetrics] },
}
