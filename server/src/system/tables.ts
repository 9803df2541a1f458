import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../platform/database/columns.ts'

/** Violations of the content policy that browsers reported, counted. Names no person and no address. */
export const policyReports = pgTable(
  'policy_reports',
  {
    page: text().notNull(),
    directive: text().notNull(),
    blocked: text().notNull(),
    reports: integer().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.page, table.directive, table.blocked] })],
)
