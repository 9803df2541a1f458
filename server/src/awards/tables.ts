import type { MoralValue } from '@baobab/contract/videos/endpoints.ts'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { students } from '../accounts/tables.ts'
import { instant } from '../platform/database/columns.ts'
import { series } from '../videos/tables.ts'

/** Certificates for finished series. They outlive the series, and are deleted with the account. */
export const certificates = pgTable(
  'certificates',
  {
    /** 128 random bits in base64url: the unguessable address of the public page. */
    id: text().primaryKey(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    /** Null once the series is deleted. */
    seriesId: uuid().references(() => series.id, { onDelete: 'set null' }),
    /** The series' title and values when the certificate was issued. */
    seriesTitle: text().notNull(),
    values: text().array().$type<MoralValue[]>().notNull(),
    issuedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('certificates_once').on(table.studentId, table.seriesId),
    index('certificates_series').on(table.seriesId),
  ],
)

export type CertificateRow = typeof certificates.$inferSelect
