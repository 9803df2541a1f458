import { attentionReasons, paymentEventKinds, paymentEventSources } from '@baobab/contract/payments/admin.ts'
import { paidStates, paymentStates } from '@baobab/contract/payments/endpoints.ts'
import { refundFailures, refundReasons, refundStates } from '@baobab/contract/payments/refunds.ts'
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

const toSqlList = (states: readonly string[]) => sql.raw(states.map((state) => `'${state}'`).join(', '))

/**
 * One row per payment, computed from its events (`rules.ts`). A student has access if one of their rows is in one of
 * `paidStates` and was confirmed: a dispute about money that was never confirmed grants no access.
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
    /** The highest state among its events. */
    state: text({ enum: paymentStates }).notNull(),
    openedBy: text({ enum: ['student', 'parent'] })
      .notNull()
      .default('student'),
    /** How it is paid: in the provider's pop-up or page, or with a wallet that starts the transaction under our reference. */
    method: text({ enum: ['checkout', 'wallet'] })
      .notNull()
      .default('checkout'),
    /** The email address of the parent who paid, for the parent's receipt. Erased with the account. */
    payerEmail: text(),
    /** These two open the provider's pop-up and page. Null until the provider has replied. */
    accessCode: text(),
    authorizationUrl: text(),
    /** Why an admin has to look at it (`deriveAttention`). */
    attention: text({ enum: attentionReasons }),
    openedAt: instant().notNull(),
    /** When the payment was first confirmed to us. */
    confirmedAt: instant(),
    /** When the provider received the money, by the provider's clock. */
    paidAt: instant(),
    channel: text(),
    /** How much was refunded (`sumRefunds`), and when the latest refund was recorded; null if there was none. */
    refundedKobo: integer('given_back_kobo').notNull().default(0),
    refundedAt: instant('given_back_at'),
    /** When the reconciling job asks the provider next; null if nothing can change any more. */
    nextAskAt: instant(),
    /** When the provider last replied to a request about it. */
    askedAt: instant(),
  },
  (table) => [
    uniqueIndex('payments_reference').on(table.reference),
    index('payments_student').on(table.studentId, table.openedAt),
    index('payments_paid')
      .on(table.studentId)
      .where(sql`${table.state} in (${toSqlList(paidStates)}) and ${table.confirmedAt} is not null`),
    index('payments_next_ask')
      .on(table.nextAskAt)
      .where(sql`${table.nextAskAt} is not null`),
    index('payments_attention')
      .on(table.openedAt)
      .where(sql`${table.attention} is not null`),
    index('payments_opened').on(table.openedAt, table.id),
    index('payments_opened_state').on(table.state, table.openedAt, table.id),
    // This index covers the totals of a selection, so that they read only the index.
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
      .on(table.refundedAt, table.refundedKobo)
      .where(sql`${table.refundedAt} is not null and ${table.confirmedAt} is not null`),
    index('payments_reference_start').on(sql`${table.reference} collate "C"`),
    index('payments_payer')
      .on(sql`lower(${table.payerEmail})`)
      .where(sql`${table.payerEmail} is not null`),
    check('payments_state', sql`${table.state} in (${toSqlList(paymentStates)})`),
    check('payments_amount', sql`${table.amountKobo} > 0`),
  ],
)

/**
 * The ledger. Append-only: a trigger refuses UPDATE and DELETE. An event is identified by reference, kind and key, so each is
 * stored once. A webhook about a reference that is not ours has no payment.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    paymentId: uuid().references(() => payments.id),
    reference: text().notNull(),
    kind: text({ enum: paymentEventKinds }).notNull(),
    /** The provider's id for a refund or dispute; empty for kinds that a payment has only once. */
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
    check('payment_events_kind', sql`${table.kind} in (${toSqlList(paymentEventKinds)})`),
    check('payment_events_source', sql`${table.source} in (${toSqlList(paymentEventSources)})`),
  ],
)

/** An admin's note about a refund. Stored outside the ledger, because it may name a person and is erased with the account. */
export const refundNotes = pgTable(
  'refund_notes',
  {
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** The key of the refund's event. */
    key: text().notNull(),
    note: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.paymentId, table.key] })],
)

/**
 * Refunds that admins asked the provider for. Stored before the provider is called, so that none is made twice. A row holds the
 * state of its latest event.
 */
export const refunds = pgTable(
  'refunds',
  {
    /** Made by the browser, so that a repeated request finds it. */
    id: uuid().primaryKey(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountKobo: integer().notNull(),
    /** Whether everything that arrived is refunded, because it does not match the payment. */
    isWhole: boolean().notNull(),
    reason: text({ enum: refundReasons }).notNull(),
    state: text({ enum: refundStates }).notNull(),
    failure: text({ enum: refundFailures }),
    /** The provider's id, once it is known. */
    providerId: text(),
    adminId: uuid().notNull(),
    askedAt: instant().notNull(),
    changedAt: instant().notNull(),
    /** When the request whose reply is stored was sent. An older reply then changes nothing. */
    checkedAt: instant(),
    /** When the job asks the provider next; null if nothing can change any more. */
    nextCheckAt: instant(),
    /** When an admin recorded that it was made in another way, while the provider waited for bank details. It is then `failed`. */
    replacedAt: instant(),
    /** When an admin said that nothing more has to be done about it. */
    settledAt: instant(),
  },
  (table) => [
    index('refunds_payment').on(table.paymentId, table.askedAt),
    index('refunds_next_check')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    check('refunds_amount', sql`${table.amountKobo} > 0`),
  ],
)

/** What happened to refunds. Append-only, like the ledger of payments. */
export const refundEvents = pgTable(
  'refund_events',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    refundId: uuid()
      .notNull()
      .references(() => refunds.id),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    state: text({ enum: refundStates }).notNull(),
    /** The provider's explanation of a refusal. */
    explanation: text(),
    adminId: uuid(),
    at: instant().notNull(),
  },
  (table) => [
    index('refund_events_refund').on(table.refundId, table.seq),
    index('refund_events_payment').on(table.paymentId),
  ],
)

/** The results of the daily comparisons with the provider's list, for admins. */
export const paymentComparisons = pgTable('payment_comparisons', {
  day: date({ mode: 'string' }).primaryKey(),
  ourCount: integer().notNull(),
  ourKobo: bigint({ mode: 'number' }).notNull(),
  theirCount: integer().notNull(),
  theirKobo: bigint({ mode: 'number' }).notNull(),
  /** References that only one side lists, or whose amounts differ. Missed payments have already been credited. */
  differences: jsonb().$type<{ reference: string; what: 'missed' | 'unknown' | 'amount' | 'not-theirs' }[]>().notNull(),
  isReported: boolean().notNull(),
  comparedAt: instant().notNull(),
})
