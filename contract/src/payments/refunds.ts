// Refunds that an admin asks the provider for: their states, the form, and the endpoint.
import * as mini from 'zod/mini'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { reference } from './endpoints.ts'
import { PRICE_KOBO_MAX } from './rules.ts'

/**
 * States of a refund. `asked`: stored before the provider is called, so its reply is not known yet. The provider reports the
 * others. `failed` includes refunds that the provider refused or never made. A failed refund may be asked for again.
 */
export const refundStates = ['asked', 'pending', 'processing', 'needs-attention', 'failed', 'processed'] as const
export type RefundState = (typeof refundStates)[number]

/**
 * Whether the provider may be making a refund without anybody's help. One that needs the payer's bank details waits, and may be made
 * elsewhere instead.
 */
export function isBeingMade(state: RefundState): boolean {
  return state === 'asked' || state === 'pending' || state === 'processing'
}

/**
 * Why a refund failed: the provider said no to the request, reported a failure later, does not list the refund, or no longer knows
 * one that it had accepted (`unknown`), so that nobody knows whether it was made.
 */
export const refundFailures = ['refused', 'failed', 'not-made', 'unknown'] as const
export type RefundFailure = (typeof refundFailures)[number]

export const refundReasons = ['paid-twice', 'payer-asked', 'by-mistake', 'wrong-amount', 'other'] as const
export type RefundReason = (typeof refundReasons)[number]

/** Asks for a refund. A form sent twice with the same key asks for one refund. */
export const AskRefundForm = mini
  .strictObject({
    key: mini.uuid('This form has no key. Please reload the page.'),
    /** If it is missing, everything that is left is refunded. */
    amountKobo: mini.optional(mini.int('Amount must be a number').check(mini.minimum(1), mini.maximum(PRICE_KOBO_MAX))),
    reason: mini.enum(refundReasons, 'Choose a reason'),
    note: mini._default(field.optionalText({ name: 'Note', max: 500 }), ''),
  })
  .check(
    mini.refine(({ reason, note }) => reason !== 'other' || note.length >= 5, {
      error: 'Say why in a few words',
      path: ['note'],
    }),
  )

/** Whether the provider made a refund although it was also made in another way. */
export const isMadeTwice = ({ state, isReplaced }: Pick<AskedRefund, 'state' | 'isReplaced'>): boolean =>
  isReplaced && state === 'processed'

/** The payer's bank account, for a refund that needs one. It is sent to the provider and not stored. */
export const BankAccountForm = mini.strictObject({
  /** The provider's id of the bank. */
  bankId: mini.string('Choose a bank').check(mini.regex(/^\d{1,10}$/, 'Choose a bank')),
  accountNumber: mini
    .string('Account number is required')
    .check(mini.trim(), mini.regex(/^\d{10}$/, 'Account number must have 10 digits')),
})

/** A refund that was asked for, and what happened to it. */
export const AskedRefund = z
  .object({
    _id: z.string(),
    /** Our name for it, which the provider stores too: 'RF-1A2B3C4D'. */
    number: z.string(),
    state: z.enum(refundStates),
    /** Null unless it failed. */
    failure: z.enum(refundFailures).nullable(),
    amountKobo: z.number().int(),
    reason: z.enum(refundReasons),
    /** Null if there is none, or the account was deleted. */
    note: z.string().nullable(),
    /** The provider's id; null until it is known. */
    providerId: z.string().nullable(),
    /** Whether it was made in another way while it needed bank details. If it is processed too, the payer got the money twice. */
    isReplaced: z.boolean(),
    /** Whether an admin said that nothing more has to be done about it. */
    isSettled: z.boolean(),
    /** Oldest first. */
    events: z.array(
      z.object({
        state: z.enum(refundStates),
        /** The admin who did it; null if the provider reported it. */
        admin: z.string().nullable(),
        /** The provider's explanation, if it gave one. */
        explanation: z.string().nullable(),
        at: field.instant,
      }),
    ),
  })
  .meta({ id: 'AskedRefund' })
export type AskedRefund = z.infer<typeof AskedRefund>

export const askRefund = endpoint({
  group: 'Payments',
  method: 'POST',
  path: '/admin/all-payments/:reference/refund',
  who: ['owner', 'finance'],
  summary: 'Asks the provider to refund a payment in full or in part',
  params: z.object({ reference }),
  body: AskRefundForm,
  reply: z.object({ message: z.string(), state: z.enum(refundStates) }),
  needsReauthentication: true,
  fails: ['not_found', 'refund_refused', 'refund_unpaid', 'refund_disputed', 'refund_open', 'refund_unclear'],
})

const refundParams = z.object({ reference, refundId: field.id })

export const listRefundBanks = endpoint({
  group: 'Payments',
  method: 'GET',
  path: '/admin/refund-banks',
  who: ['owner', 'finance'],
  summary: 'The banks to which the provider can send a refund, by name',
  reply: z.object({ banks: z.array(z.object({ id: z.string(), name: z.string() })) }),
  fails: ['provider_away'],
})

export const findAccountHolder = endpoint({
  group: 'Payments',
  method: 'POST',
  path: '/admin/refund-banks/account-holder',
  who: ['owner', 'finance'],
  summary:
    'Asks the provider whose bank account it is; a POST, because addresses are logged. Changes and stores nothing',
  body: BankAccountForm,
  reply: z.object({
    /** Null if the provider cannot tell. */
    holder: z.string().nullable(),
    message: z.string(),
  }),
})

export const giveBankAccount = endpoint({
  group: 'Payments',
  method: 'POST',
  path: '/admin/all-payments/:reference/refunds/:refundId/bank-account',
  who: ['owner', 'finance'],
  summary: 'Sends the provider the bank account for a refund that needs one; the account is not stored',
  params: refundParams,
  body: BankAccountForm,
  reply: z.object({ message: z.string(), state: z.enum(refundStates) }),
  needsReauthentication: true,
  fails: ['not_found', 'refund_not_waiting', 'refund_disputed', 'refund_refused'],
})

export const settleRefund = endpoint({
  group: 'Payments',
  method: 'PUT',
  path: '/admin/all-payments/:reference/refunds/:refundId/settled',
  who: ['owner', 'finance'],
  summary:
    'Says that nothing more has to be done about a refund that failed, was made twice, or is stuck on a refunded payment, or undoes that',
  params: refundParams,
  body: z.strictObject({ isSettled: z.boolean() }),
  reply: z.object({ message: z.string() }),
  fails: ['not_found', 'refund_needs_nothing'],
})
