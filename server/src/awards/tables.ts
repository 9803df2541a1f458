import type { MoralValue } from '@baobab/contract/videos/endpoints.ts'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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
    /** What the student had done by then; all null in certificates of earlier releases. */
    videoCount: integer(),
    correctCount: integer(),
    questionCount: integer(),
    issuedAt: instant().notNull(),
  },
  (table) => [
    check(
      'certificates_achievement',
      sql`num_nulls(${table.videoCount}, ${table.correctCount}, ${table.questionCount}) in (0, 3)
        and ${table.correctCount} between 0 and ${table.questionCount}`,
    ),
    uniqueIndex('certificates_once').on(table.studentId, table.seriesId),
    index('certificates_series').on(table.seriesId),
  ],
)

export type CertificateRow = typeof certificates.$inferSelect
