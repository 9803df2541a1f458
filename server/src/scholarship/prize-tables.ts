import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { admins, students } from '../accounts/tables.ts'
import { instant } from '../platform/database/columns.ts'
import { draws } from './tables.ts'

/**
 * The details the winner of an attempt gave us so that the prize can be handed over: one row per change, the latest applies.
 * Erasing an account empties all personal columns together. A trigger refuses every other change.
 */
export const prizeClaimVersions = pgTable(
  'prize_claim_versions',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    drawId: uuid()
      .notNull()
      .references(() => draws.id),
    attempt: integer().notNull(),
    /** Null, like everything up to `publicName`, once the account is erased. */
    studentId: uuid().references(() => students.id),
    guardianName: text(),
    guardianPhone: text(),
    /** '' if the guardian has none. */
    guardianEmail: text(),
    /** The name shown instead of the username; '' keeps the username. */
    publicName: text(),
    /** The admin who changed it, and why; null for the winner. The reason is emptied when the account is erased. */
    adminId: uuid().references(() => admins.id),
    reason: text(),
    at: instant().notNull(),
  },
  (table) => [
    index('prize_claim_versions_draw').on(table.drawId, table.attempt, table.seq),
    index('prize_claim_versions_student').on(table.studentId),
    check(
      'prize_claim_versions_erased',
      sql`num_nonnulls(${table.studentId}, ${table.guardianName}, ${table.guardianPhone}, ${table.guardianEmail}, ${table.publicName}) in (0, 5)`,
    ),
    check(
      'prize_claim_versions_reason',
      sql`${table.studentId} is null or (${table.adminId} is null) = (${table.reason} is null)`,
    ),
  ],
)

/** What else a claim needs: a guardian's agreement, and an admin's confirmation that the public name may be shown. */
export const prizeApprovalKinds = ['agreement', 'public-name'] as const

/** What was approved about a version of a claim. Names nobody. Append-only: a trigger refuses UPDATE and DELETE. */
export const prizeApprovals = pgTable(
  'prize_approvals',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    claimSeq: bigint({ mode: 'number' })
      .notNull()
      .references(() => prizeClaimVersions.seq),
    kind: text({ enum: prizeApprovalKinds }).notNull(),
    /** The admin who recorded it; null for a guardian who agreed through the mailed link. */
    adminId: uuid().references(() => admins.id),
    at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('prize_approvals_once').on(table.claimSeq, table.kind),
    check('prize_approvals_kind', sql`${table.kind} = 'agreement' or ${table.adminId} is not null`),
  ],
)

/** Which reminders of a deadline were sent, so that each is sent once however many servers there are. Names nobody. */
export const prizeReminders = pgTable(
  'prize_reminders',
  {
    drawId: uuid()
      .notNull()
      .references(() => draws.id),
    attempt: integer().notNull(),
    /** The deadline that the winner was reminded of; it moves if admins give the winner more time. */
    claimBy: instant().notNull(),
    daysBefore: integer().notNull(),
    sentAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.attempt, table.claimBy, table.daysBefore] })],
)
