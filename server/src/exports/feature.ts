import type { Feature } from '../platform/feature.ts'
import { addExportRoutes } from './routes.ts'
import { startExportJobs } from './jobs.ts'

export const exports: Feature = {
  name: 'exports',
  routes: [addExportRoutes],
  jobs: [startExportJobs],
}
