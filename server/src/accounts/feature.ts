import type { Feature } from '../platform/feature.ts'
import { addAccountRoutes } from './routes.ts'
import { startAccountJobs } from './jobs.ts'

export const accounts: Feature = {
  name: 'accounts',
  routes: [addAccountRoutes],
  jobs: [startAccountJobs],
}
