import { bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'

/** Who did what to whom. Append-only: a trigger rejects every UPDATE and DELETE. */
export const auditLines = pgTable(
  'audit_lines',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    /** Null for automatic actions. */
    adminId: uuid(),
    action: text().notNull(),
    /** The id of the subject; never a name or an address, because lines cannot be erased. */
    subject: text(),
    details: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    index('audit_lines_at').on(table.at),
    index('audit_lines_subject').on(table.subject, table.seq),
    index('audit_lines_admin').on(table.adminId, table.seq),
  ],
)
