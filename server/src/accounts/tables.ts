import { avatars } from '@baobab/contract/profile/text.ts'
import type { ExtraTimeFactor } from '@baobab/contract/quiz/rules.ts'
import { identityProviders } from '@baobab/contract/accounts/text.ts'
import { adminRoles } from '@baobab/contract/accounts/rules.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant, newId } from '../platform/database/columns.ts'

/**
 * The data collected at registration, with which an account starts. `…Key` columns hold a name or email in the form in which it
 * must be unique: NFC, lower case.
 */
const registrationColumns = () => ({
  id: newId(),
  username: text().notNull(),
  usernameKey: text().notNull(),
  number: text().notNull(),
  /** Null for students who only sign in with a provider. */
  passwordHash: text(),
  birth: date({ mode: 'string' }).notNull(),
  gender: text({ enum: ['male', 'female'] }).notNull(),
  address: text().notNull(),
  school: text(),
  /** The drawn avatar; null if none has been chosen. */
  avatar: text({ enum: avatars }),
  /** Whether it was chosen after boards began to show pictures: before that, the page said that nobody else sees it. */
  isAvatarPublic: boolean().notNull().default(false),
  /** Used if the setting GUARDIAN_CONSENT applies: the account opens once this address has agreed. */
  guardianEmail: text(),
  /** The guardian's phone number in E.164, if they are asked by SMS. A guardian has an email or a number. */
  guardianNumber: text(),
  guardianAgreedAt: instant(),
  /** The id in the guardian's link. Another guardian gets another id, so the earlier link stops working. */
  consentId: uuid(),
  createdAt: instant().notNull(),
})

/**
 * A registration whose account is not open yet: the email is not verified, or a guardian has not agreed. An email may have
 * several, even if it already has an account: they behave alike, so that nobody can learn from them which emails are known.
 */
export const registrations = pgTable(
  'registrations',
  {
    /** The account gets the same id when it opens. */
    ...registrationColumns(),
    /** The address that the code proves: an email, or a phone number in E.164 if `verifyBy` is sms. */
    email: text().notNull(),
    emailKey: text().notNull(),
    verifyBy: text({ enum: ['email', 'sms'] })
      .notNull()
      .default('email'),
    /** Set while only the guardian's consent is missing. */
    verifiedAt: instant(),
    /** When the guardian was last asked by mail. A registration still waiting some time after that is deleted. */
    guardianMailedAt: instant(),
    /** The identity that is connected when the account opens; null if the registration has a password. */
    provider: text({ enum: identityProviders }),
    subject: text(),
    /** The id that the secret reference is derived from instead of `id`, once an earlier reference was revoked. */
    referenceId: uuid(),
  },
  (table) => [
    uniqueIndex('registrations_username_key').on(table.usernameKey),
    index('registrations_email').on(table.emailKey, table.createdAt),
    uniqueIndex('registrations_verified_email')
      .on(table.emailKey)
      .where(sql`${table.verifiedAt} is not null`),
    index('registrations_created').on(table.createdAt, table.id),
    uniqueIndex('registrations_consent').on(table.consentId),
    // A person at a provider has one registration: a later one replaces it.
    uniqueIndex('registrations_identity').on(table.provider, table.subject),
    check('registrations_gender', sql`${table.gender} in ('male', 'female')`),
    check(
      'registrations_identity_or_password',
      sql`(${table.provider} is null) = (${table.subject} is null)
      and (${table.provider} is not null or ${table.passwordHash} is not null)`,
    ),
  ],
)

export const students = pgTable(
  'students',
  {
    ...registrationColumns(),
    /** Null in accounts without an email. */
    email: text(),
    emailKey: text(),
    /** The number in E.164 that a code sent by SMS has proved. Only such a number is unique and leads to the account. */
    provedNumber: text(),
    /** When a code last proved that number. */
    numberProvedAt: instant(),
    /** The guardian's account that keeps or has joined this one. Not a reference: students may be on different nodes. */
    guardianId: uuid(),
    locale: text().notNull().default('en'),
    /** The factor by which the student's quiz time is extended. The reason is not stored. */
    extraTimeFactor: numeric({ precision: 2, scale: 1, mode: 'number' }).$type<ExtraTimeFactor>().notNull().default(1),
    /** The student wants texts read aloud, and so gets quiz time that depends on the length of the questions. */
    wantsReading: boolean().notNull().default(false),
    picture: text(),
    /** When the account opened: the email was verified and, if required, a guardian had agreed. */
    verifiedAt: instant().notNull(),
    disqualifiedAt: instant(),
    /** Since when an admin has been checking how the points were earned. Set only by fair play decisions. */
    heldAt: instant(),
    /**
     * The phone number in E.164, such as +2348031234567; '' if the typed text is not a number. `number` holds the text as
     * typed. Null until the nightly job fills it, and after erasure.
     */
    internationalNumber: text(),
    /** The admin's reason for the last disqualification, or for lifting it. */
    disqualifiedReason: text(),
    /**
     * The keyed hash of the canonical email, the same for all spellings of one mailbox. Two accounts with the same hash
     * probably belong to one person. Null after erasure, and in accounts older than the column until the nightly job fills it.
     */
    addressHash: text(),
    /** Mail to this address bounced: nothing more is sent until the email is verified again. */
    emailBouncedAt: instant(),
    /** Since when the student has opted out of non-essential mails. */
    optionalMailsOffAt: instant(),
    /** The student has hidden neighbours and movement on the leaderboard. */
    hidesMovement: boolean().notNull().default(false),
    /**
     * When a reset removed the guardian; null once another has agreed. Meanwhile nobody can log in if the setting
     * GUARDIAN_CONSENT applies.
     */
    guardianRemovedAt: instant(),
    /** An erased account keeps its row, without personal data, because points and payments reference it. */
    erasedAt: instant(),
    /**
     * The account this one was merged into; `erasedAt` is then set too. Until that account is erased, the row keeps what is
     * needed to tell the owner where everything is now: username, email and password. Not a reference: students may be on
     * different nodes.
     */
    mergedIntoId: uuid(),
    /** The admin's reason for the merge. */
    mergeReason: text(),
    /**
     * The day the student last used a session. Unlike sessions, it is not deleted, so that unused accounts can be found and
     * erased.
     */
    lastActiveAt: instant()
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    uniqueIndex('students_username_key').on(table.usernameKey),
    uniqueIndex('students_email_key').on(table.emailKey),
    uniqueIndex('students_proved_number').on(table.provedNumber),
    index('students_address_hash').on(table.addressHash),
    index('students_held')
      .on(table.heldAt, table.id)
      .where(sql`${table.heldAt} is not null`),
    // For the metrics of registrations per day.
    index('students_verified').on(table.verifiedAt),
    uniqueIndex('students_consent').on(table.consentId),
    // For finding unused accounts.
    index('students_last_active')
      .on(table.lastActiveAt, table.id)
      .where(sql`${table.erasedAt} is null`),
    index('students_merged')
      .on(table.mergedIntoId)
      .where(sql`${table.mergedIntoId} is not null`),
    // For finding accounts that may belong to one person.
    index('students_number').on(table.number, table.birth),
    index('students_international_number').on(table.internationalNumber, table.birth),
    index('students_birth').on(table.birth),
    index('students_guardian_id')
      .on(table.guardianId)
      .where(sql`${table.guardianId} is not null`),
    index('students_guardian')
      .on(sql`lower(${table.guardianEmail})`)
      .where(sql`${table.guardianEmail} is not null`),
    check('students_gender', sql`${table.gender} in ('male', 'female')`),
    check('students_email', sql`(${table.email} is null) = (${table.emailKey} is null)`),
    check('students_extra_time', sql`${table.extraTimeFactor} in (1, 1.5, 2)`),
  ],
)

/** What leads to a student's account, and is unique across all students. */
export const signInKinds = ['username', 'email', 'number'] as const

/**
 * Leads from a username, email or proved phone number to its student, and keeps it unique. With Citus, `students` is on several nodes, so a key of
 * that table could not. Written in the same transaction as the student. Merged accounts keep their names, erased ones have none.
 */
export const signInNames = pgTable(
  'sign_in_names',
  {
    kind: text({ enum: signInKinds }).notNull(),
    /** In the form in which it must be unique, as in the student's `…Key` column. */
    valueKey: text().notNull(),
    /** Not a reference: the student may be on another node. */
    studentId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.valueKey] }),
    uniqueIndex('sign_in_names_student').on(table.studentId, table.kind),
  ],
)

/**
 * The current code of a student who proves the account by mail instead of a password. Its digits are derived from the id with a
 * server key, not stored.
 */
export const proofCodes = pgTable(
  'proof_codes',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id, { onDelete: 'cascade' }),
    madeAt: instant().notNull(),
    /** When SMTP accepted the mail; the code is valid from then on. */
    sentAt: instant(),
  },
  (table) => [uniqueIndex('proof_codes_student').on(table.studentId)],
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
    role: text({ enum: adminRoles }).notNull(),
    /** The other roles of the same person. A trigger empties the column if a server that does not know it changes the role. */
    moreRoles: text({ enum: adminRoles }).array().notNull().default([]),
    picture: text(),
    /** The second factor: its secret, encrypted with a server key, when it was turned on, and the last time step used. */
    totpSecret: bytes(),
    totpSince: instant(),
    totpStep: integer(),
    /** The row stays after an admin's access is removed, because the audit log references it. */
    removedAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('admins_username_key').on(table.usernameKey),
    uniqueIndex('admins_email_key').on(table.emailKey),
    check('admins_role', sql`${table.role} in ('owner', 'content', 'support', 'finance', 'auditor')`),
    check('admins_more_roles', sql`${table.moreRoles} <@ array['content', 'support', 'finance', 'auditor']`),
  ],
)

/** An invitation to become an admin: works once, only for its email, within 72 hours. */
export const adminInvitations = pgTable(
  'admin_invitations',
  {
    id: newId(),
    email: text().notNull(),
    emailKey: text().notNull(),
    /** The roles that the invited admin gets. */
    role: text({ enum: adminRoles }).notNull(),
    moreRoles: text({ enum: adminRoles }).array().notNull().default([]),
    tokenHash: text().notNull(),
    invitedBy: uuid()
      .notNull()
      .references(() => admins.id),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    revokedAt: instant(),
  },
  (table) => [
    uniqueIndex('admin_invitations_token_hash').on(table.tokenHash),
    check('admin_invitations_role', sql`${table.role} in ('owner', 'content', 'support', 'finance', 'auditor')`),
    check('admin_invitations_more_roles', sql`${table.moreRoles} <@ array['content', 'support', 'finance', 'auditor']`),
  ],
)

/** Codes that replace the second factor if the phone is lost. Each works once. */
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

/**
 * A browser in which an account has logged in. Only the hash of its secret is stored. A browser used by several people has one
 * row per person, each with its own secret.
 */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    id: newId(),
    secretHash: text().notNull(),
    /**
     * The same for all student accounts used in one browser. An unknown browser gets a new one. It shows how many people share
     * a device, and is not evidence about any one of them: anyone who has one of the browser's secrets joins it.
     */
    deviceId: uuid().notNull().defaultRandom(),
    studentId: uuid().references(() => students.id, { onDelete: 'cascade' }),
    adminId: uuid().references(() => admins.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    lastLoginAt: instant().notNull(),
  },
  (table) => [
    // Not unique by the secret only: earlier versions that still run name these pairs in `on conflict`, and share a secret.
    uniqueIndex('known_browsers_of_student').on(table.secretHash, table.studentId),
    uniqueIndex('known_browsers_of_admin').on(table.secretHash, table.adminId),
    index('known_browsers_student').on(table.studentId),
    index('known_browsers_admin').on(table.adminId),
    check('known_browsers_one_owner', sql`num_nonnulls(${table.studentId}, ${table.adminId}) = 1`),
  ],
)

/** One login. Only the hash of the token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: newId(),
    tokenHash: text().notNull(),
    studentId: uuid().references(() => students.id, { onDelete: 'cascade' }),
    adminId: uuid().references(() => admins.id, { onDelete: 'cascade' }),
    device: text().notNull(),
    /** The browser that logged in; null if it has been forgotten, or for logins before browsers were remembered. */
    browserId: uuid().references(() => knownBrowsers.id, { onDelete: 'set null' }),
    isRemembered: boolean().notNull(),
    createdAt: instant().notNull(),
    /** When the password was last entered in this session; some actions require this to be recent. */
    confirmedAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.tokenHash),
    index('sessions_student').on(table.studentId),
    index('sessions_admin').on(table.adminId),
    // For the foreign key: forgetting a browser updates its sessions.
    index('sessions_browser').on(table.browserId),
    check('sessions_one_owner', sql`num_nonnulls(${table.studentId}, ${table.adminId}) = 1`),
  ],
)

/**
 * The current verification code of a registration, or of a student whose mail bounced. Its digits are derived from the id with
 * a server key, not stored.
 */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: newId(),
    registrationId: uuid().references(() => registrations.id, { onDelete: 'cascade' }),
    studentId: uuid().references(() => students.id, { onDelete: 'cascade' }),
    /** When the code was created, or last queued for mailing. */
    madeAt: instant().notNull(),
    /** When SMTP accepted the mail; the code is valid from then on. */
    sentAt: instant(),
  },
  (table) => [
    uniqueIndex('email_codes_registration').on(table.registrationId),
    uniqueIndex('email_codes_student').on(table.studentId),
    check('email_codes_one_owner', sql`num_nonnulls(${table.registrationId}, ${table.studentId}) = 1`),
  ],
)

export const passwordResets = pgTable(
  'password_resets',
  {
    id: newId(),
    studentId: uuid().references(() => students.id, { onDelete: 'cascade' }),
    /** A registration that is waiting for a guardian. When its account opens, the link becomes the student's. */
    registrationId: uuid().references(() => registrations.id, { onDelete: 'cascade' }),
    adminId: uuid().references(() => admins.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    madeAt: instant().notNull(),
    /** Whether the reset is done with a code sent by SMS, whose digits are derived from the id, instead of a mailed link. */
    isBySms: boolean().notNull().default(false),
    /** When the provider accepted the message; the code is valid from then on. */
    sentAt: instant(),
    usedAt: instant(),
  },
  (table) => [
    uniqueIndex('password_resets_token_hash').on(table.tokenHash),
    index('password_resets_student').on(table.studentId),
    index('password_resets_registration').on(table.registrationId),
    check(
      'password_resets_one_owner',
      sql`num_nonnulls(${table.studentId}, ${table.registrationId}, ${table.adminId}) = 1`,
    ),
  ],
)
