import { auditLines } from '../platform/audit/tables.ts'
import type { Feature } from '../platform/feature.ts'
import { addAuditRoutes } from './routes.ts'

export const audit: Feature = {
  name: 'audit',
  routes: [addAuditRoutes],
  distribution: { coordinator: [auditLines] },
}
