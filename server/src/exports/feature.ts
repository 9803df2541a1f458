import { sql } from 'drizzle-orm'
import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import { deleteStudentExports } from './delete-student-exports.ts'
import * as tables from './tables.ts'
import { addExportRoutes } from './routes.ts'
import { startExportJobs } from './jobs.ts'

export const exports: Feature = {
  name: 'exports',
  routes: [addExportRoutes],
  jobs: [startExportJobs],
  tables: describeTables(tables, {
    exportFiles: {
      of: () => sql`true`,
      copy: { without: 'lists that admins made of many students' },
      erase: { run: (_app, tx) => deleteStudentExports(tx), isLast: true },
    },
  }),
  distribution: { coordinator: [tables.exportFiles] },
}
