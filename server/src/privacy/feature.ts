import type { Feature } from '../platform/feature.ts'
import { addPrivacyRoutes } from './routes.ts'
import { startPrivacyJobs } from './jobs.ts'

export const privacy: Feature = {
  name: 'privacy',
  routes: [addPrivacyRoutes],
  jobs: [startPrivacyJobs],
}
