// Payments in the office: the table, one payment's history, totals by day, and what an admin does about one.
import { z } from 'zod'
import { isRealDate } from './age.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { Period } from './period.ts'
import { EMAIL_MAX, PRICE_KOBO_MAX } from './limits.ts'
import { paymentStates, reference } from './payments.ts'

const group = 'Console'

/** What a person has to look at: money of another sum, paid twice, disputed, a refund whose sum nobody can read. */
export const attentionReasons = ['mismatch', 'refund-due', 'disputed', 'refund-unclear'] as const
export type AttentionReason = (typeof attentionReasons)[number]

const day = z.string().max(10).refine(isRealDate, field.INVALID_DATE)

/** Which payments: the parts of the table's query that an export takes too. Days are days in Lagos, both included. */
export const PaymentSelection = z.strictObject({
  state: z.enum(paymentStates, 'Unknown state').optional(),
  /** Those alone that need a person. */
  attention: z.literal('yes', 'Say yes or leave it out').optional(),
  /** By the day on which they were opened. */
  from: day.optional(),
  to: day.optional(),
  /** A reference or a username, or how either begins; a whole email finds its student, or the parent who paid. */
  search: field.optionalText({ name: 'Search', max: EMAIL_MAX }).default(''),
})
export type PaymentSelection = z.output<typeof PaymentSelection>

/** One line of the table: nothing that is not in a column. */
export const AdminPayment = z
  .object({
    _id: z.string(),
    reference: z.string(),
    state: z.enum(paymentStates),
    attention: z.enum(attentionReasons).nullable(),
    amountKobo: z.number().int(),
    /** Null where the account was deleted. */
    username: z.string().nullable(),
    openedBy: z.enum(['student', 'parent']),
    channel: z.string().nullable(),
    openedAt: field.instant,
    /** When the provider took the money, by its clock. */
    paidAt: field.instant.nullable(),
    /** When we first knew. */
    confirmedAt: field.instant.nullable(),
  })
  .meta({ id: 'OfficePayment' })
export type AdminPayment = z.infer<typeof AdminPayment>

/** What of a selection was confirmed, whatever became of it afterwards. */
export const PaymentSums = z.object({ confirmed: z.number().int(), kobo: z.number().int() }).meta({ id: 'PaymentSums' })
export type PaymentSums = z.infer<typeof PaymentSums>

export const listAllPayments = endpoint({
  group,
  method: 'GET',
  path: '/admin/all-payments',
  who: 'admin',
  summary: 'All payments, filtered and searched, the newest first, a page at a time',
  query: PaymentSelection.extend({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z.string().min(1).max(100).optional(),
  }),
  reply: z.object({
    payments: z.array(AdminPayment),
    nextCursor: z.string().nullable(),
    /** With the first page; null where a search fits so many students that adding up would take too long. */
    sums: PaymentSums.nullable(),
  }),
})

/** What an event says. Those that are no states are remembered beside them. */
export const paymentEventKinds = [
  ...paymentStates,
  'dispute_won',
  'dispute_lost',
  'mismatch',
  'refund_due',
  'refund_unclear',
  'message',
  'note',
] as const
export type PaymentEventKind = (typeof paymentEventKinds)[number]

/** Who told us. */
export const paymentEventSources = [
  'student',
  'parent',
  'verify',
  'webhook',
  'reconcile',
  'compare',
  'admin',
  'us',
] as const
export type PaymentEventSource = (typeof paymentEventSources)[number]

/** One line of the ledger. */
export const PaymentEvent = z
  .object({
    _id: z.string(),
    kind: z.enum(paymentEventKinds),
    /** What tells it apart among its kind: a refund's or a dispute's id at the provider, what did not fit. */
    key: z.string(),
    source: z.enum(paymentEventSources),
    /** Who of the office did it, where somebody did. */
    admin: z.string().nullable(),
    /** Null in a refund or a lost dispute: all of it. */
    amountKobo: z.number().int().nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    at: field.instant,
  })
  .meta({ id: 'PaymentEvent' })
export type PaymentEvent = z.infer<typeof PaymentEvent>

export const PaymentHistory = z
  .object({
    payment: AdminPayment.extend({
      currency: z.literal('NGN'),
      /** In the provider's pop-up or page, or begun by a wallet. */
      method: z.enum(['checkout', 'wallet']),
      /** A parent's address, who gets the receipt too. */
      payerEmail: z.string().nullable(),
      /** Whether it opens what is to be paid for. */
      opensAll: z.boolean(),
      /** Whether there is something left to learn from the provider: until all was given back there is. */
      isOpen: z.boolean(),
      askedAt: field.instant.nullable(),
      nextAskAt: field.instant.nullable(),
    }),
    /** Null where the account was deleted. */
    student: z.object({ username: z.string(), email: z.string(), isPaid: z.boolean() }).nullable(),
    /**
     * What is left of the money, and how much may be noted as given back at most; `isWhole`: all of it or nothing. Null:
     * nothing may. The most is what the office has not noted yet, because what the provider told is part of it.
     */
    refund: z.object({ leftKobo: z.number().int(), mostKobo: z.number().int(), isWhole: z.boolean() }).nullable(),
    /** In the order in which we learned of them. */
    events: z.array(PaymentEvent),
  })
  .meta({ id: 'PaymentHistory' })
export type PaymentHistory = z.infer<typeof PaymentHistory>

const one = z.object({ reference })

export const readPaymentHistory = endpoint({
  group,
  method: 'GET',
  path: '/admin/all-payments/:reference',
  who: 'admin',
  summary: "One payment's history and what the ledger makes of it; each reading is logged",
  params: one,
  reply: PaymentHistory,
  fails: ['not_found'],
})

export const recheckPayment = endpoint({
  group,
  method: 'POST',
  path: '/admin/all-payments/:reference/check',
  who: 'admin',
  summary: 'Asks the provider about a payment now',
  params: one,
  /** `isFresh`: the provider answered. */
  reply: z.object({ message: z.string(), isFresh: z.boolean() }),
  fails: ['not_found'],
})

/** A refund that was made outside of the product. What was sent twice under one key is noted once. */
export const RefundForm = z.strictObject({
  key: z.uuid('This form has no key'),
  /** All of it where nothing is said. */
  amountKobo: z.int('Amount is not a number').min(1).max(PRICE_KOBO_MAX).optional(),
  note: field.requiredText({ name: 'Note', min: 5, max: 500 }),
})

export const noteRefund = endpoint({
  group,
  method: 'POST',
  path: '/admin/all-payments/:reference/refund-noted',
  who: 'admin',
  summary: 'Notes that a payment was given back, or a part of it; moves no money',
  params: one,
  body: RefundForm,
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'refund_refused'],
})

const count = z.number().int()

/**
 * `payments`: taken on that day by the provider's clock. `givenBack`: payments of which something was given back, each on
 * the day on which we learned of the last of it.
 */
export const PaymentDay = z
  .object({ day: z.string(), payments: count, kobo: count, givenBack: count, givenBackKobo: count })
  .meta({ id: 'PaymentDay' })
export type PaymentDay = z.infer<typeof PaymentDay>

export const readPaymentTotals = endpoint({
  group,
  method: 'GET',
  path: '/admin/payment-totals',
  who: 'admin',
  summary: 'Payments and money of each day of a period, what was given back, and their sums',
  query: Period,
  reply: z.object({ days: z.array(PaymentDay), totals: PaymentDay.omit({ day: true }) }),
})

/** What a day's comparison with the provider's list found. */
export const PaymentComparison = z
  .object({
    day: z.string(),
    ourCount: count,
    ourKobo: count,
    theirCount: count,
    theirKobo: count,
    /**
     * `missed`: paid, and we had not known; credited by now. `unknown`: the provider's alone. `amount`: of another sum.
     * `not-theirs`: ours alone.
     */
    differences: z.array(
      z.object({ reference: z.string(), what: z.enum(['missed', 'unknown', 'amount', 'not-theirs']) }),
    ),
    comparedAt: field.instant,
  })
  .meta({ id: 'PaymentComparison' })
export type PaymentComparison = z.infer<typeof PaymentComparison>

export const paymentComparisons = endpoint({
  group,
  method: 'GET',
  path: '/admin/payment-comparisons',
  who: 'admin',
  summary: "The daily comparisons with the provider's list, the newest first",
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    /** The day after which the list goes on. */
    cursor: day.optional(),
  }),
  reply: z.object({ comparisons: z.array(PaymentComparison), nextCursor: z.string().nullable() }),
})
