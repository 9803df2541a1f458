import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { listClaimAnswers, type ChainFile } from '@baobab/contract/scholarship/draw/files.ts'
import { type ListedBoard, type Protocol, entrantChanges } from '@baobab/contract/scholarship/draw/list.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { admins, students } from '../accounts/tables.ts'
import { bytes, instant, newId } from '../platform/database/columns.ts'
import { drawEventKinds, leftOutReasons } from './rules.ts'

/**
 * The only row contains the first month with a draw: the one in which this installation started holding draws. A trigger
 * refuses every change, because another month would create past draws or skip some.
 */
export const scholarshipStart = pgTable('scholarship_start', { month: text().primaryKey() })

/** A month's rules, written before it starts. Append-only: a trigger refuses UPDATE and DELETE. */
export const drawRules = pgTable('draw_rules', {
  month: text().primaryKey(),
  /** The published text, and its SHA-256 in hex. */
  text: text().notNull(),
  hash: text().notNull(),
  requiresPayment: boolean().notNull(),
  chain: jsonb().$type<ChainFile>().notNull(),
  publishedAt: instant().notNull(),
})

/** What is stored about the leaderboards when a month closes. `shown`: how many students each had. */
export type StoredBoards = Record<AgeCategory, ListedBoard & { shown: number }>

/**
 * A month's frozen list. Append-only. A list that missed an entrant gets a successor with the next version; only the latest
 * version is drawn.
 */
export const draws = pgTable(
  'draws',
  {
    id: newId(),
    month: text()
      .notNull()
      .references(() => drawRules.month),
    version: integer().notNull(),
    /** Same as in the rules: a trigger refuses any other. */
    protocol: integer().$type<Protocol>().notNull().default(1),
    /** The published text, and its SHA-256 in hex. */
    list: text().notNull(),
    listHash: text().notNull(),
    entrantCount: integer().notNull(),
    /** What the list says about the leaderboards, and how many students they showed; null before protocol 2. */
    boards: jsonb().$type<StoredBoards>(),
    /** The first attempt's round, and its time. */
    round: bigint({ mode: 'number' }).notNull(),
    drawsAt: instant().notNull(),
    frozenAt: instant().notNull(),
  },
  (table) => [uniqueIndex('draws_version').on(table.month, table.version)],
)

/**
 * Both boards when a month closed: the first thousand of each category and one more, which shows where the cut was. Erasing an
 * account empties `studentId`, `username`, `nonce` and `reachedAt`, after which nobody can tell whose line it was. A trigger
 * refuses every other change except the first `announcedAt` and a higher `noticesTold`.
 */
export const drawEntries = pgTable(
  'draw_entries',
  {
    drawId: uuid()
      .notNull()
      .references(() => draws.id),
    ageCategory: text({ enum: ['5-10', '11-20'] }).notNull(),
    /** The position on the board, from 1, without ties. */
    position: integer('place').notNull(),
    studentId: uuid().references(() => students.id),
    /** As shown on the leaderboard when the list was frozen; the line is computed from it. Null before protocol 2. */
    username: text(),
    points: integer().notNull(),
    /** When the points were reached; null once the account is erased, because it would reveal whose entry it was. */
    reachedAt: instant(),
    /** Why the student could not win when the list was frozen; null for an entrant. */
    leftOut: text({ enum: leftOutReasons }),
    /** The number in the list, from 0, and the line there; null below the cut and, in protocol 1, for everyone left out. */
    index: integer(),
    leaf: text(),
    nonce: bytes(),
    /** When the entrant was told the number and the list's hash. */
    announcedAt: instant(),
    /** The number of the draw's notices whose hash the entrant has been told. */
    noticesTold: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.ageCategory, table.position] }),
    uniqueIndex('draw_entries_index').on(table.drawId, table.index),
    index('draw_entries_student').on(table.studentId),
    check(
      'draw_entries_kind',
      sql`(${table.index} is null) = (${table.leaf} is null) and (${table.leftOut} is not null or ${table.index} is not null)
        and (${table.leftOut} is distinct from 'below-the-cut' or ${table.index} is null)`,
    ),
  ],
)

/**
 * A draw's events after its list. Append-only: a trigger refuses UPDATE and DELETE. Each kind that may happen only once per
 * attempt is stored once, whichever server writes it.
 */
export const drawEvents = pgTable(
  'draw_events',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    drawId: uuid()
      .notNull()
      .references(() => draws.id),
    kind: text({ enum: drawEventKinds }).notNull(),
    attempt: integer().notNull().default(0),
    /** The kind's data (`rules.ts`); names nobody. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    adminId: uuid().references(() => admins.id),
    at: instant().notNull(),
  },
  (table) => [
    index('draw_events_draw').on(table.drawId, table.seq),
    uniqueIndex('draw_events_once')
      .on(table.drawId, table.kind, table.attempt)
      .where(
        sql`${table.kind} not in ('disqualification-proposed', 'replacement-proposed', 'witnesses-proposed', 'proposal-withdrawn', 'witnesses', 'revealed', 'refused')`,
      ),
    // A secret matches only one commitment, and no commitment is used twice, so this is once per witness.
    uniqueIndex('draw_events_revealed')
      .on(table.drawId, sql`(${table.data} ->> 'secret')`)
      .where(sql`${table.kind} = 'revealed'`),
  ],
)

/**
 * Admins' changes to a draw's entrants while it was open. The rows are also events of the draw, numbered from the same
 * sequence: an index on the events allows most kinds only once per attempt. Append-only: a trigger refuses UPDATE and DELETE.
 */
export const drawChanges = pgTable(
  'draw_changes',
  {
    seq: bigint({ mode: 'number' })
      .primaryKey()
      .default(sql`nextval('draw_events_seq_seq')`),
    drawId: uuid()
      .notNull()
      .references(() => draws.id),
    attempt: integer().notNull(),
    /** What is published: the entrant's number, the change, and who decided. Names nobody. */
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    at: instant().notNull(),
  },
  (table) => [index('draw_changes_draw').on(table.drawId, table.seq)],
)

/**
 * A change to an entrant that another admin has to agree to, because a draw is open. The row is deleted once it is decided, and
 * with the account.
 */
export const entrantProposals = pgTable(
  'entrant_proposals',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    change: text({ enum: entrantChanges }).notNull(),
    /** What else the action needs: a fair play reason, and what the student is told. */
    reason: text(),
    text: text(),
    proposedBy: uuid()
      .notNull()
      .references(() => admins.id),
    at: instant().notNull(),
  },
  (table) => [uniqueIndex('entrant_proposals_student').on(table.studentId)],
)

/**
 * Messages from students who are missing from a list, and the answers. The author and both texts are emptied with the account;
 * the fact that it was written stays published.
 */
export const listClaims = pgTable(
  'list_claims',
  {
    id: newId(),
    drawId: uuid()
      .notNull()
      .references(() => draws.id),
    studentId: uuid().references(() => students.id),
    text: text(),
    at: instant().notNull(),
    answer: text({ enum: listClaimAnswers }),
    /** The answer for the student; null for an accepted claim, which the new list answers. */
    answerText: text(),
    answeredAt: instant(),
    answeredBy: uuid().references(() => admins.id),
  },
  (table) => [
    uniqueIndex('list_claims_once').on(table.drawId, table.studentId),
    index('list_claims_student').on(table.studentId),
    check('list_claims_erased', sql`(${table.studentId} is null) = (${table.text} is null)`),
    check('list_claims_answer', sql`num_nonnulls(${table.answer}, ${table.answeredAt}, ${table.answeredBy}) in (0, 3)`),
    check(
      'list_claims_answer_text',
      sql`(${table.answerText} is not null) = (${table.answer} is not distinct from 'refused' and ${table.studentId} is not null)`,
    ),
  ],
)

/**
 * The details the winner of an attempt gave us so that the prize can be handed over. They can be changed until the prize is
 * paid, and are deleted with the account.
 */
export const prizeClaims = pgTable(
  'prize_claims',
  {
    drawId: uuid()
      .notNull()
      .references(() => draws.id),
    attempt: integer().notNull(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    guardianName: text().notNull(),
    guardianPhone: text().notNull(),
    /** '' if the guardian has none. */
    guardianEmail: text().notNull(),
    /** The name shown instead of the username; '' keeps the username. */
    publicName: text().notNull(),
    claimedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.attempt] }),
    index('prize_claims_student').on(table.studentId),
  ],
)

/**
 * Records that an attempt's prize was paid; the latest record of an attempt applies. Append-only: a trigger refuses UPDATE and
 * DELETE.
 */
export const prizePayouts = pgTable(
  'prize_payouts',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    drawId: uuid()
      .notNull()
      .references(() => draws.id),
    attempt: integer().notNull(),
    paidOn: date().notNull(),
    receipt: text().notNull(),
    adminId: uuid()
      .notNull()
      .references(() => admins.id),
    at: instant().notNull(),
  },
  (table) => [index('prize_payouts_draw').on(table.drawId, table.attempt, table.seq)],
)

/**
 * Time stamps that outside authorities gave to lists and notices, exactly as received. Append-only: a trigger refuses UPDATE
 * and DELETE.
 */
export const timeStamps = pgTable(
  'time_stamps',
  {
    month: text().notNull(),
    /** The stamped file: `list.txt`, or `notices-1.json` for the first two notices. */
    file: text().notNull(),
    /** The host of the authority. */
    authority: text().notNull(),
    /** The SHA-256 of the file in hexadecimal. */
    hash: text().notNull(),
    /** The whole reply. */
    reply: bytes().notNull(),
    /** The time that the authority signed. */
    at: instant().notNull(),
    fetchedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.file, table.authority] })],
)
