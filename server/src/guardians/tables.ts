// The accounts of parents and guardians. Their children are students with their `guardianId`.
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, newId } from '../platform/database/columns.ts'

/** A guardian's account, opened once its email or phone number was proved by a code. */
export const guardians = pgTable(
  'guardians',
  {
    id: newId(),
    /** What mails and pages call the guardian. */
    name: text().notNull(),
    /** The proved address: an email, or a phone number in E.164. Empty after erasure. */
    address: text().notNull(),
    /** The address in the form in which it must be unique: NFC, lower case; the id after erasure. */
    addressKey: text().notNull(),
    passwordHash: text().notNull(),
    createdAt: instant().notNull(),
    /** The day the guardian last used a session. */
    lastActiveAt: instant().notNull(),
    /** Mail to this address bounced: nothing more is sent until it is proved again. */
    addressBouncedAt: instant(),
    /** An erased account keeps its row, without personal data, because the audit log and children's consents reference it. */
    erasedAt: instant(),
  },
  (table) => [uniqueIndex('guardians_address_key').on(table.addressKey)],
)

export type GuardianRow = typeof guardians.$inferSelect

/**
 * A guardian's registration whose address is not proved yet. An address may have several, even if it already has an account, so
 * that nobody can learn from them which addresses are known. Deleted after seven days.
 */
export const guardianRegistrations = pgTable(
  'guardian_registrations',
  {
    /** The account gets the same id. */
    id: newId(),
    name: text().notNull(),
    address: text().notNull(),
    addressKey: text().notNull(),
    passwordHash: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('guardian_registrations_address').on(table.addressKey, table.createdAt),
    index('guardian_registrations_created').on(table.createdAt),
  ],
)

/** What a guardian's code is for. */
export const guardianCodeUses = ['verify', 'reset', 'proof'] as const

/** A code sent to a guardian's address. Its digits are derived from the id with a server key, not stored. */
export const guardianCodes = pgTable(
  'guardian_codes',
  {
    id: newId(),
    registrationId: uuid().references(() => guardianRegistrations.id, { onDelete: 'cascade' }),
    guardianId: uuid().references(() => guardians.id, { onDelete: 'cascade' }),
    use: text({ enum: guardianCodeUses }).notNull(),
    madeAt: instant().notNull(),
    /** When the mail server or the SMS provider accepted it; the code is valid from then on. */
    sentAt: instant(),
  },
  (table) => [
    uniqueIndex('guardian_codes_registration').on(table.registrationId),
    uniqueIndex('guardian_codes_guardian').on(table.guardianId, table.use),
    check('guardian_codes_one_owner', sql`num_nonnulls(${table.registrationId}, ${table.guardianId}) = 1`),
    check('guardian_codes_use', sql`${table.use} in ('verify', 'reset', 'proof')`),
  ],
)

/** One login of a guardian. Only the hash of the token is stored. */
export const guardianSessions = pgTable(
  'guardian_sessions',
  {
    id: newId(),
    tokenHash: text().notNull(),
    guardianId: uuid()
      .notNull()
      .references(() => guardians.id, { onDelete: 'cascade' }),
    device: text().notNull(),
    createdAt: instant().notNull(),
    /** When the password was last entered in this session; some actions require this to be recent. */
    confirmedAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('guardian_sessions_token_hash').on(table.tokenHash),
    index('guardian_sessions_guardian').on(table.guardianId),
  ],
)

/** A browser in which a guardian has logged in, so that strangers' failures do not slow it down. Only the hash of its secret is stored. */
export const guardianBrowsers = pgTable(
  'guardian_browsers',
  {
    id: newId(),
    secretHash: text().notNull(),
    guardianId: uuid()
      .notNull()
      .references(() => guardians.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    lastLoginAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('guardian_browsers_secret').on(table.secretHash),
    index('guardian_browsers_guardian').on(table.guardianId),
  ],
)
