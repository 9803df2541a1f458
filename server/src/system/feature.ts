import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addSystemRoutes } from './routes.ts'
import { addSystemHealthRoutes } from './health/routes.ts'
import { addPolicyReportRoutes } from './policy-report-routes.ts'
import { startSystemJobs } from './jobs.ts'
import { startServerNotes } from './health/jobs.ts'

export const system: Feature = {
  name: 'system',
  routes: [addSystemRoutes, addSystemHealthRoutes, addPolicyReportRoutes],
  jobs: [startSystemJobs, startServerNotes],
  tables: describeTables(tables, {
    policyReports: 'of no student',
    servers: 'of no student',
  }),
  distribution: { coordinator: [tables.policyReports, tables.servers] },
}
