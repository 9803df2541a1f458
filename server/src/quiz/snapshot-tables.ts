import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../platform/database/columns.ts'
import type { SnapshotQuestion } from './rules.ts'

/**
 * The questions of a quiz's pool as they were when an attempt started, stored once for all attempts that started with the same ones.
 * Rows are never changed or deleted: they are few, contain only questions, and attempts are scored by them.
 */
export const questionSnapshots = pgTable('question_snapshots', {
  /** The hash of the questions (`hashQuestions`), so that servers that store the same ones at the same time store one row. */
  id: uuid().primaryKey(),
  /** The whole pool, in its order, with the options in the order of the question. */
  questions: jsonb().$type<SnapshotQuestion[]>().notNull(),
})

/** When questions can first be void: a day after the update from a release that would judge their answers by the key. */
export const voidQuestionsStart = pgTable('void_questions_start', { at: instant().primaryKey() })

/** When new attempts first refer to `questionSnapshots`: a day after the update from a release that cannot read them. */
export const questionSnapshotsStart = pgTable('question_snapshots_start', { at: instant().primaryKey() })
