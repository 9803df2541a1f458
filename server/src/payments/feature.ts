import type { Feature } from '../platform/feature.ts'
import { addPaymentRoutes } from './routes.ts'
import { addPaymentsAdminRoutes } from './admin/routes.ts'
import { startPaymentJobs } from './jobs.ts'

export const payments: Feature = {
  name: 'payments',
  routes: [addPaymentRoutes, addPaymentsAdminRoutes],
  jobs: [startPaymentJobs],
}
