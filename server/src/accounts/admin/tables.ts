import { adminRoles } from '@baobab/contract/accounts/rules.ts'
import { sql } from 'drizzle-orm'
import { bigserial, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'
import { admins } from '../tables.ts'

/**
 * The roles that each admin has had. A row contains all roles that the admin has from then on. Determines who may take part in a
 * decision that needs two admins. Append-only: a trigger refuses UPDATE and DELETE.
 */
export const adminRoleChanges = pgTable(
  'admin_role_changes',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    /** Null once the access has ended. */
    role: text({ enum: adminRoles }),
    moreRoles: text({ enum: adminRoles }).array().notNull().default([]),
    at: instant().notNull(),
  },
  (table) => [
    index('admin_role_changes_admin').on(table.adminId),
    check('admin_role_changes_role', sql`${table.role} in ('owner', 'content', 'support', 'finance', 'auditor')`),
    check(
      'admin_role_changes_more_roles',
      sql`${table.moreRoles} <@ array['content', 'support', 'finance', 'auditor']`,
    ),
  ],
)
