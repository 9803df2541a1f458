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

/** Why a refund failed: the provider said no to the request, reported a failure later, or does not list the refund. */
export const refundFailures = ['refused', 'failed', 'not-made'] as const
export type RefundFailure = (typeof refundFailures)[number]

export const refundReasons = ['paid-twice', 'payer-asked', 'by-mistake', 'wrong-amount', 'other'] as const
export type RefundReason = (typeof refundReasons)[number]

/** Asks for a refund. A form sent twice with the same key asks for one refund. */
export const AskRefundForm = mini
  .strictObject({
    key: mini.uuid('This form has no key. Please reload the page.'),
    /** All that is left if missing. */
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
