import type { Feature } from '../platform/feature.ts'
import { describeTables } from '../platform/feature-data.ts'
import * as tables from './tables.ts'
import { addPrivacyRoutes } from './routes.ts'
import { startPrivacyJobs } from './jobs.ts'

export const privacy: Feature = {
  name: 'privacy',
  routes: [addPrivacyRoutes],
  jobs: [startPrivacyJobs],
  tables: describeTables(tables, {
    inactivityMails: { copy: { as: 'inactivityMails' }, erase: 'delete' },
    consentMails: 'of no student',
    erasures: 'of no student',
  }),
  distribution: { byStudent: [tables.inactivityMails], coordinator: [tables.consentMails, tables.erasures] },
}
