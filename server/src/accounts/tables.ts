import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, newId } from '../platform/database/columns.ts'

/** `…Key` columns hold the form under which a name or address is unique: NFC, lower case. */
export const students = pgTable(
  'students',
  {
    id: newId(),
    username: text().notNull(),
    usernameKey: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    number: text().notNull(),
    passwordHash: text().notNull(),
    birth: date({ mode: 'string' }).notNull(),
    gender: text({ enum: ['male', 'female'] }).notNull(),
    address: text().notNull(),
    school: text(),
    locale: text().notNull().default('en'),
    picture: text(),
    verifiedAt: instant(),
    /** Asked for where the setting GUARDIAN_CONSENT applies; the account opens once that address agrees. */
    guardianEmail: text(),
    guardianAgreedAt: instant(),
    disqualifiedAt: instant(),
    /** Why, in an admin's words: the reason of the last disqualifying, or of the restoring that came after it. */
    disqualifiedReason: text(),
    /** Mail to this address came back: nothing more is sent there until the email is verified anew. */
    emailBouncedAt: instant(),
    /** An erased account keeps its row under a pseudonym, because points and payments point to it. */
    erasedAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('students_username_key').on(table.usernameKey),
    uniqueIndex('students_email_key').on(table.emailKey),
    // For counting a day's registrations.
    index('students_verified')
      .on(table.verifiedAt)
      .where(sql`${table.verifiedAt} is not null`),
    check('students_gender', sql`${table.gender} in ('male', 'female')`),
  ],
)

export const admins = pgTable(
  'admins',
  {
    id: newId(),
    username: text().notNull(),
    usernameKey: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    passwordHash: text().notNull(),
    picture: text(),
    /** The second factor: its secret under a key of the server, since when it is on, and the last step that was used. */
    totpSecret: bytes(),
    totpSince: instant(),
    totpStep: integer(),
    /** An admin whose access was ended keeps the row, because the audit log points to it. */
    removedAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('admins_username_key').on(table.usernameKey),
    uniqueIndex('admins_email_key').on(table.emailKey),
  ],
)

/** An invitation to become an admin: single use, bound to its email, 72 h (decisions 2). */
export const adminInvitations = pgTable(
  'admin_invitations',
  {
    id: newId(),
    email: text().notNull(),
    emailKey: text().notNull(),
    tokenHash: text().notNull(),
    invitedBy: uuid()
      .notNull()
      .references(() => admins.id),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    revokedAt: instant(),
  },
  (table) => [uniqueIndex('admin_invitations_token_hash').on(table.tokenHash)],
)

/** What lets an admin in who lost the phone with the second factor: each code once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    adminId: uuid()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.codeHash] })],
)

/** One login. The token itself is never kept, only its hash. */
export const sessions = pgTable(
  'sessions',
  {
    id: newId(),
    tokenHash: text().notNull(),
    studentId: uuid().references(() => students.id, { onDelete: 'cascade' }),
    adminId: uuid().references(() => admins.id, { onDelete: 'cascade' }),
    device: text().notNull(),
    isRemembered: boolean().notNull(),
    createdAt: instant().notNull(),
    /** When the password was last given in this session; some actions want that to be recent (decisions 2). */
    confirmedAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.tokenHash),
    index('sessions_student').on(table.studentId),
    index('sessions_admin').on(table.adminId),
    check('sessions_one_owner', sql`num_nonnulls(${table.studentId}, ${table.adminId}) = 1`),
  ],
)

/** The living verification code of a student. The digits are derived from the id with a server key, never stored. */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    wrongTries: integer().notNull().default(0),
    madeAt: instant().notNull(),
    /** When SMTP took the mail; the code's life starts then (decisions 2). */
    sentAt: instant(),
  },
  (table) => [uniqueIndex('email_codes_student').on(table.studentId)],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    id: newId(),
    studentId: uuid().references(() => students.id, { onDelete: 'cascade' }),
    adminId: uuid().references(() => admins.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    madeAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [
    uniqueIndex('password_resets_token_hash').on(table.tokenHash),
    index('password_resets_student').on(table.studentId),
    check('password_resets_one_owner', sql`num_nonnulls(${table.studentId}, ${table.adminId}) = 1`),
  ],
)

/** Names of erased accounts are not given out again; only a keyed hash of each is kept (decisions 2). */
export const retiredUsernames = pgTable('retired_usernames', { nameHash: text().primaryKey() })
