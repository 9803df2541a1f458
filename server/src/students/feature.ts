import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addStudentRoutes } from './routes.ts'
import { startStudentJobs } from './jobs.ts'

export const students: Feature = {
  name: 'students',
  routes: [addStudentRoutes],
  jobs: [startStudentJobs],
  tables: describeTables(tables, {
    staffNotes: { copy: { as: 'staffNotes', withheld: ['adminId'] }, erase: 'delete' },
  }),
  distribution: { byStudent: [tables.staffNotes] },
}
