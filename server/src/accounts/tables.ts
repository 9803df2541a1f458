import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, newId } from '../platform/columns.ts'

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
    /** An erased account keeps its row under a pseudonym, because points and payments point to it. */
    erasedAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('students_username_key').on(table.usernameKey),
    uniqueIndex('students_email_key').on(table.emailKey),
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
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('admins_username_key').on(table.usernameKey),
    uniqueIndex('admins_email_key').on(table.emailKey),
  ],
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
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    madeAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [
    uniqueIndex('password_resets_token_hash').on(table.tokenHash),
    index('password_resets_student').on(table.studentId),
  ],
)

/** Names of erased accounts are not given out again; only a keyed hash of each is kept (decisions 2). */
export const retiredUsernames = pgTable('retired_usernames', { nameHash: text().primaryKey() })
