// Payments for admins: the list, the history of one payment, daily totals, and an admin's actions on a payment.
import * as mini from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { PRICE_KOBO_MAX } from './rules.ts'
import { z } from 'zod'
import { isRealDate, EMAIL_MAX } from '../accounts/rules.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { Period } from '../kernel/days.ts'
import { reference, paymentStates } from './endpoints.ts'
import { AskedRefund } from './refunds.ts'

// Notes by admins about payments.

/** Records a refund made outside the product. A form sent twice with the same key is recorded once. */
export const RefundForm = mini.strictObject({
  key: mini.uuid('This form has no key. Please reload the page.'),
  /** If it is missing, the whole amount was refunded. */
  amountKobo: mini.optional(mini.int('Amount must be a number').check(mini.minimum(1), mini.maximum(PRICE_KOBO_MAX))),
  note: field.requiredText({ name: 'Note', min: 5, max: 500 }),
})

const group = 'Payments'

/**
 * Why a payment needs an admin: a wrong amount, a second payment, a dispute, or a refund (`refund-unclear`) that failed, was made
 * twice, needs the payer's bank details, or was reported without a readable amount.
 */
export const attentionReasons = ['mismatch', 'refund-due', 'disputed', 'refund-unclear'] as const
export type AttentionReason = (typeof attentionReasons)[number]

const day = z.string().max(10).refine(isRealDate, field.INVALID_DATE)

/** Filters of the list, which exports also accept. Both days are included and are in Lagos time. */
export const PaymentSelection = z.strictObject({
  state: z.enum(paymentStates, 'Unknown state').optional(),
  /** Only payments that need an admin. */
  attention: z.literal('yes', 'Say yes or leave it out').optional(),
  /** The first and last day on which the payments were opened. */
  from: day.optional(),
  to: day.optional(),
  /** The start of a reference or username, or the full email of the student or of the parent who paid. */
  search: z._default(field.optionalText({ name: 'Search', max: EMAIL_MAX }), ''),
})
export type PaymentSelection = z.output<typeof PaymentSelection>

/** One row of the list. */
export const AdminPayment = z
  .object({
    _id: z.string(),
    reference: z.string(),
    state: z.enum(paymentStates),
    attention: z.enum(attentionReasons).nullable(),
    amountKobo: z.number().int(),
    /** How much of the amount was refunded; 0 if nothing was. */
    refundedKobo: z.number().int(),
    /** Null if the account was deleted. */
    username: z.string().nullable(),
    openedBy: z.enum(['student', 'parent']),
    channel: z.string().nullable(),
    openedAt: field.instant,
    /** When the provider received the money, by the provider's clock. */
    paidAt: z.nullable(field.instant),
    /** When we first learned that it was paid. */
    confirmedAt: z.nullable(field.instant),
  })
  .meta({ id: 'AdminPayment' })
export type AdminPayment = z.infer<typeof AdminPayment>

/** The number and amount of the confirmed payments in a selection, including refunded ones, and how much was refunded. */
export const PaymentSums = z
  .object({ confirmed: z.number().int(), kobo: z.number().int(), refundedKobo: z.number().int() })
  .meta({ id: 'PaymentSums' })
export type PaymentSums = z.infer<typeof PaymentSums>

export const listAllPayments = endpoint({
  group,
  method: 'GET',
  path: '/admin/all-payments',
  who: ['owner', 'finance', 'auditor'],
  summary: 'All payments, filtered and searched, newest first, one page at a time',
  query: PaymentSelection.extend({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: z.string().min(1).max(100).optional(),
  }),
  reply: z.object({
    payments: z.array(AdminPayment),
    nextCursor: z.string().nullable(),
    /** Only sent with the first page; null if a search matches too many students to add up quickly. */
    sums: PaymentSums.nullable(),
  }),
})

/** Kinds of ledger events: the payment states, and events that only appear in the history. */
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

/** How we learned of an event. */
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

/** One event of the ledger. */
export const PaymentEvent = z
  .object({
    _id: z.string(),
    kind: z.enum(paymentEventKinds),
    /** Identifies the event among those of the same kind: the provider's id of a refund or dispute, or the value that did not match. */
    key: z.string(),
    source: z.enum(paymentEventSources),
    /** The admin who caused the event; null if no admin did. */
    admin: z.string().nullable(),
    /** For a refund or a lost dispute, null means the whole amount. */
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
      /** `checkout` is the provider's pop-up or page. */
      method: z.enum(['checkout', 'wallet']),
      /** The email of the parent who paid and also gets a receipt. */
      payerEmail: z.string().nullable(),
      /** Whether this payment grants access. */
      opensAll: z.boolean(),
      /** Whether the provider may still report events: true until the payment is fully refunded. */
      isOpen: z.boolean(),
      askedAt: z.nullable(field.instant),
      nextAskAt: z.nullable(field.instant),
    }),
    /** Null if the account was deleted. */
    student: z.object({ username: z.string(), email: z.string().nullable(), isPaid: z.boolean() }).nullable(),
    /**
     * `leftKobo`: not refunded yet. `mostKobo`: the most that an admin may note as refunded, which is everything that admins have
     * not noted yet, because a note may cover a refund that the provider reported. `isWhole`: only the full amount may be noted.
     * Null if no refund may be noted.
     */
    refund: z.object({ leftKobo: z.number().int(), mostKobo: z.number().int(), isWhole: z.boolean() }).nullable(),
    /**
     * What a refund of all that is left does to the student's access: 'kept', because another payment counts that is not being
     * refunded; 'lost'; or 'none', because there is none to lose.
     */
    accessAfterRefund: z.enum(['kept', 'lost', 'none']),
    /** What the provider can be asked to refund now; null if nothing, or while another refund is under way. */
    askable: z.object({ leftKobo: z.number().int(), isWhole: z.boolean() }).nullable(),
    /** The refunds that the provider was asked for, newest first. */
    refunds: z.array(AskedRefund),
    /** In the order in which they were recorded. */
    events: z.array(PaymentEvent),
  })
  .meta({ id: 'PaymentHistory' })
export type PaymentHistory = z.infer<typeof PaymentHistory>

const referenceParams = z.object({ reference })

export const readPaymentHistory = endpoint({
  group,
  method: 'GET',
  path: '/admin/all-payments/:reference',
  who: ['owner', 'finance', 'auditor'],
  summary: 'The state and the history of one payment; each read is written to the audit log',
  params: referenceParams,
  reply: PaymentHistory,
  fails: ['not_found'],
})

export const recheckPayment = endpoint({
  group,
  method: 'POST',
  path: '/admin/all-payments/:reference/check',
  who: ['owner', 'finance'],
  summary: 'Asks the provider about a payment now',
  params: referenceParams,
  /** `isFresh`: the provider replied. */
  reply: z.object({ message: z.string(), isFresh: z.boolean() }),
  fails: ['not_found'],
})

export const noteRefund = endpoint({
  group,
  method: 'POST',
  path: '/admin/all-payments/:reference/refund-noted',
  who: ['owner', 'finance'],
  summary: 'Notes a full or partial refund that was made elsewhere; moves no money',
  params: referenceParams,
  body: RefundForm,
  reply: z.object({ message: z.string() }),
  needsReauthentication: true,
  fails: ['not_found', 'refund_refused', 'refund_open'],
})

const count = z.number().int()

/**
 * `payments`: paid on that day by the provider's clock. `refunds`: full or partial refunds, counted on the day the latest one was
 * recorded.
 */
export const PaymentDay = z
  .object({ day: z.string(), payments: count, kobo: count, refunds: count, refundedKobo: count })
  .meta({ id: 'PaymentDay' })
export type PaymentDay = z.infer<typeof PaymentDay>

export const readPaymentTotals = endpoint({
  group,
  method: 'GET',
  path: '/admin/payment-totals',
  who: ['owner', 'finance', 'auditor'],
  summary: 'Payments, money and refunds of each day of a period, and their sums',
  query: Period,
  reply: z.object({ days: z.array(PaymentDay), totals: PaymentDay.omit({ day: true }) }),
})

/** The result of comparing a day with the provider's list of transactions. */
export const PaymentComparison = z
  .object({
    day: z.string(),
    ourCount: count,
    ourKobo: count,
    theirCount: count,
    theirKobo: count,
    /**
     * `missed`: paid, but not credited before the comparison. `unknown`: only in the provider's list. `amount`: the amounts differ.
     * `not-theirs`: only in our ledger.
     */
    differences: z.array(
      z.object({ reference: z.string(), what: z.enum(['missed', 'unknown', 'amount', 'not-theirs']) }),
    ),
    comparedAt: field.instant,
  })
  .meta({ id: 'PaymentComparison' })
export type PaymentComparison = z.infer<typeof PaymentComparison>

export const listPaymentComparisons = endpoint({
  group,
  method: 'GET',
  path: '/admin/payment-comparisons',
  who: ['owner', 'finance', 'auditor'],
  summary: "The daily comparisons with the provider's list, newest first",
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    /** Returns comparisons of the days before this one. */
    cursor: day.optional(),
  }),
  reply: z.object({ comparisons: z.array(PaymentComparison), nextCursor: z.string().nullable() }),
})
