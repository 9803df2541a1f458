// Corrections of a student that wait until they apply, and messages to guardians.
import { date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { byAdmin } from '../accounts/correction-tables.ts'
import { instant } from '../platform/database/columns.ts'

/** A date of birth that moves points to another leaderboard, and that a second admin has to agree to. */
export const birthProposals = pgTable(
  'birth_proposals',
  {
    ...byAdmin(),
    /** The date of birth that it replaces. Once another one is stored, nobody can agree to it. */
    oldBirth: date({ mode: 'string' }).notNull(),
    birth: date({ mode: 'string' }).notNull(),
    reason: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [uniqueIndex('birth_proposals_student').on(table.studentId)],
)

/** An email that its owner has to confirm. The tokens of its links are derived from the id with a server key, not stored. */
export const emailChanges = pgTable(
  'email_changes',
  {
    ...byAdmin(),
    email: text().notNull(),
    reason: text().notNull(),
    /** The hash of the token in the mail to the new address, and of the token in the mail to the present one. */
    confirmTokenHash: text().notNull(),
    refuseTokenHash: text().notNull(),
    madeAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When the owner of the present address said that this was not them. The row stays until it expires, for admins to see. */
    refusedAt: instant(),
  },
  (table) => [
    uniqueIndex('email_changes_student').on(table.studentId),
    uniqueIndex('email_changes_confirm').on(table.confirmTokenHash),
    uniqueIndex('email_changes_refuse').on(table.refuseTokenHash),
  ],
)

/** An email from our team to a student's guardian. */
export const guardianMessages = pgTable(
  'guardian_messages',
  {
    ...byAdmin(),
    /** The guardian's address when it was written. */
    email: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    at: instant().notNull(),
    /** When SMTP accepted it. */
    sentAt: instant(),
  },
  (table) => [index('guardian_messages_student').on(table.studentId, table.at)],
)
