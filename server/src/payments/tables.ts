import {
  attentionReasons,
  paymentEventKinds,
  paymentEventSources,
  type PaymentEventKind,
  type PaymentEventSource,
} from '@baobab/contract/payments-admin.ts'
import { paidStates, paymentStates } from '@baobab/contract/payments.ts'
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
import { students } from '../accounts/tables.ts'
import { instant, newId } from '../platform/database/columns.ts'

const listed = (states: readonly string[]) => sql.raw(states.map((state) => `'${state}'`).join(', '))

/**
 * A payment, as its events add up (`rules.ts`). A student is paid because a row here is in one of `paidStates` and was
 * confirmed: a dispute about money that we never accepted opens nothing.
 */
export const payments = pgTable(
  'payments',
  {
    id: newId(),
    studentId: uuid()
      .notNull()
      .references(() => students.id),
    reference: text().notNull(),
    amountKobo: integer().notNull(),
    currency: text({ enum: ['NGN'] })
      .notNull()
      .default('NGN'),
    /** The highest of its events. */
    state: text({ enum: paymentStates }).notNull(),
    openedBy: text({ enum: ['student', 'parent'] })
      .notNull()
      .default('student'),
    /** In the provider's pop-up, or begun by a wallet under our reference. */
    method: text({ enum: ['checkout', 'wallet'] })
      .notNull()
      .default('checkout'),
    /** A parent's address, who gets the receipt too; goes with an erased account. */
    payerEmail: text(),
    /** What the provider gave for its pop-up and its page; null until it answered. */
    accessCode: text(),
    authorizationUrl: text(),
    /** What a person has to look at (`deriveAttention`). */
    attention: text({ enum: attentionReasons }),
    openedAt: instant().notNull(),
    /** When we first knew that it was paid. */
    confirmedAt: instant(),
    /** When the provider took the money, by its clock. */
    paidAt: instant(),
    channel: text(),
    /** How much went back (`givenBack`), and when the last of it became known; null as long as nothing did. */
    givenBackKobo: integer().notNull().default(0),
    givenBackAt: instant(),
    /** When the provider is asked next by itself; null once there is nothing left to learn. */
    nextAskAt: instant(),
    /** When it was last asked and answered. */
    askedAt: instant(),
  },
  (table) => [
    uniqueIndex('payments_reference').on(table.reference),
    index('payments_student').on(table.studentId, table.openedAt),
    index('payments_paid')
      .on(table.studentId)
      .where(sql`${table.state} in (${listed(paidStates)}) and ${table.confirmedAt} is not null`),
    index('payments_next_ask')
      .on(table.nextAskAt)
      .where(sql`${table.nextAskAt} is not null`),
    index('payments_attention')
      .on(table.openedAt)
      .where(sql`${table.attention} is not null`),
    index('payments_opened').on(table.openedAt, table.id),
    index('payments_opened_state').on(table.state, table.openedAt, table.id),
    // For sums, which then read no row.
    index('payments_confirmed_opened')
      .on(table.openedAt, table.state, table.amountKobo)
      .where(sql`${table.confirmedAt} is not null`),
    index('payments_confirmed')
      .on(table.confirmedAt)
      .where(sql`${table.confirmedAt} is not null`),
    index('payments_paid_money')
      .on(table.paidAt, table.amountKobo)
      .where(sql`${table.paidAt} is not null`),
    index('payments_given_back')
      .on(table.givenBackAt, table.givenBackKobo)
      .where(sql`${table.givenBackAt} is not null and ${table.confirmedAt} is not null`),
    index('payments_reference_start').on(sql`${table.reference} collate "C"`),
    index('payments_payer')
      .on(sql`lower(${table.payerEmail})`)
      .where(sql`${table.payerEmail} is not null`),
    check('payments_state', sql`${table.state} in (${listed(paymentStates)})`),
    check('payments_amount', sql`${table.amountKobo} > 0`),
  ],
)

/** Those that move a payment's state are in `rules.ts`; the others are remembered beside them. */
export type EventKind = PaymentEventKind
export type EventSource = PaymentEventSource

/**
 * The ledger: append-only (a trigger refuses UPDATE and DELETE). An event is there once: by its payment's reference, its
 * kind and what tells it apart among its kind. A message about a reference that is not ours has no payment.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    paymentId: uuid().references(() => payments.id),
    reference: text().notNull(),
    kind: text({ enum: paymentEventKinds }).notNull(),
    /** A refund's or a dispute's id at the provider; empty where there can be one only. */
    key: text().notNull().default(''),
    source: text({ enum: paymentEventSources }).notNull(),
    amountKobo: integer(),
    details: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
    adminId: uuid(),
    at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('payment_events_once').on(table.reference, table.kind, table.key),
    index('payment_events_payment').on(table.paymentId, table.seq),
    index('payment_events_at').on(table.at),
    check('payment_events_kind', sql`${table.kind} in (${listed(paymentEventKinds)})`),
    check('payment_events_source', sql`${table.source} in (${listed(paymentEventSources)})`),
  ],
)

/** What an admin wrote about a refund. Beside the ledger, because it may name a person, and goes with the account. */
export const refundNotes = pgTable(
  'refund_notes',
  {
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** Of its event. */
    key: text().notNull(),
    note: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.paymentId, table.key] })],
)

/** What a day's comparison with the provider's list found; kept for the office. */
export const paymentComparisons = pgTable('payment_comparisons', {
  day: date({ mode: 'string' }).primaryKey(),
  ourCount: integer().notNull(),
  ourKobo: bigint({ mode: 'number' }).notNull(),
  theirCount: integer().notNull(),
  theirKobo: bigint({ mode: 'number' }).notNull(),
  /** References that only one side had, or with another amount; those that we had missed are credited by then. */
  differences: jsonb().$type<{ reference: string; what: 'missed' | 'unknown' | 'amount' | 'not-theirs' }[]>().notNull(),
  isReported: boolean().notNull(),
  comparedAt: instant().notNull(),
})
