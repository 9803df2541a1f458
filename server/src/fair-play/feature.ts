import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addFairPlayRoutes } from './routes.ts'
import { addFairPlayAdminRoutes } from './admin/routes.ts'
import { startFairPlayJobs } from './jobs.ts'

export const fairPlay: Feature = {
  name: 'fair-play',
  routes: [addFairPlayRoutes, addFairPlayAdminRoutes],
  jobs: [startFairPlayJobs],
  tables: describeTables(tables, {
    fairPlayFlags: {
      copy: { as: 'fairPlayFlags', withheld: ['otherStudentId', 'otherAttemptId', 'role', 'facts'] },
      erase: { keeps: 'flags of others must still lead to a deleted account' },
    },
    fairPlayDecisions: {
      copy: { as: 'fairPlayDecisions', withheld: ['flagsUpTo', 'adminId'] },
      erase: { keeps: 'decisions about the prize cannot be changed; they hold no free text' },
    },
    fairPlayAppeals: { copy: { as: 'fairPlayAppeals', withheld: ['answeredBy'] }, erase: 'delete' },
  }),
  distribution: { byStudent: [tables.fairPlayFlags, tables.fairPlayDecisions, tables.fairPlayAppeals] },
  ledgers: [tables.fairPlayFlags, tables.fairPlayDecisions],
}
