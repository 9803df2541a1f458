import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import { inArray, sql } from 'drizzle-orm'
import { students } from '../accounts/tables.ts'
import { copyKeepers } from './children/keeper.ts'
import { addChildRoutes } from './children/routes.ts'
import { startGuardianJobs } from './jobs.ts'
import { addGuardianAccountRoutes, addGuardianLoginRoutes } from './routes.ts'
import * as tables from './tables.ts'

export const guardians: Feature = {
  name: 'guardians',
  routes: [addGuardianLoginRoutes, addGuardianAccountRoutes, addChildRoutes],
  jobs: [startGuardianJobs],
  tables: describeTables(tables, {
    guardians: {
      of: ({ ids }) =>
        inArray(
          tables.guardians.id,
          sql`(select ${students.guardianId} from ${students} where ${inArray(students.id, ids)})`,
        ),
      copy: { as: 'guardian', read: copyKeepers },
      erase: { keeps: 'it is the guardian’s own account' },
    },
    guardianRegistrations: 'of no student',
    guardianCodes: 'of no student',
    guardianSessions: 'of no student',
    guardianBrowsers: 'of no student',
  }),
  distribution: {
    coordinator: [
      tables.guardians,
      tables.guardianRegistrations,
      tables.guardianCodes,
      tables.guardianSessions,
      tables.guardianBrowsers,
    ],
  },
}
