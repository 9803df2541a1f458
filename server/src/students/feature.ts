import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as correctionTables from './correction-tables.ts'
import * as tables from './tables.ts'
import { addStudentRoutes } from './routes.ts'
import type { ReadKeeper } from './read-student.ts'
import { startStudentJobs } from './jobs.ts'

/** @param readKeeper reads a student's guardian; this feature cannot import guardians, which are above it */
export const students = (readKeeper: ReadKeeper): Feature => ({
  name: 'students',
  routes: [(context) => addStudentRoutes(context, readKeeper)],
  jobs: [startStudentJobs],
  tables: describeTables(
    { ...tables, ...correctionTables },
    {
      staffNotes: { copy: { as: 'staffNotes', withheld: ['adminId'] }, erase: 'delete' },
      birthProposals: { copy: { without: 'what is not decided, and may not be' }, erase: 'delete' },
      emailChanges: {
        copy: { as: 'emailChanges', withheld: ['adminId', 'confirmTokenHash', 'refuseTokenHash'] },
        erase: 'delete',
      },
      guardianMessages: { copy: { as: 'guardianMessages', withheld: ['adminId'] }, erase: 'delete' },
    },
  ),
  distribution: {
    byStudent: [tables.staffNotes, correctionTables.birthProposals, correctionTables.guardianMessages],
    coordinator: [correctionTables.emailChanges],
  },
})
