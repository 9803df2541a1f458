import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'

export const guardians: Feature = {
  name: 'guardians',
  tables: describeTables(tables, {
    guardians: 'of no student',
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
