import type { Feature } from '../platform/feature.ts'
import { addAuditRoutes } from './routes.ts'

export const audit: Feature = {
  name: 'audit',
  routes: [addAuditRoutes],
}
