import type { Feature } from '../platform/feature.ts'
import { addNotificationRoutes } from './routes.ts'
import { addPushRoutes } from './push/routes.ts'
import { addNotificationAdminRoutes } from './admin/routes.ts'
import { startNotificationJobs } from './jobs.ts'
import { startNotificationAdminJobs } from './admin/jobs.ts'

export const notifications: Feature = {
  name: 'notifications',
  routes: [addNotificationRoutes, addPushRoutes, addNotificationAdminRoutes],
  jobs: [startNotificationJobs, startNotificationAdminJobs],
}
