import { inArray } from 'drizzle-orm'
import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addBulkRoutes } from './routes.ts'
import { startBulkJobs } from './jobs.ts'

export const bulk: Feature = {
  name: 'bulk',
  routes: [addBulkRoutes],
  jobs: [startBulkJobs],
  tables: describeTables(tables, {
    bulkTargets: {
      // Together with the stored undo data. A waiting run skips the student.
      of: ({ ids }) => inArray(tables.bulkTargets.targetId, ids),
      copy: { without: 'what admins did with many students at once' },
      erase: 'delete',
    },
    bulkRuns: 'of no student',
  }),
  distribution: { coordinator: [tables.bulkRuns, tables.bulkTargets] },
}
