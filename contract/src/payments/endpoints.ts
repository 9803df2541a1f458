// Payments: each student pays the price once. Only a reply of the payment provider grants access, and every event is stored.
import * as mini from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { referencePattern } from './rules.ts'
import { paymentsText } from './text.ts'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'

// What people type about payments: references, and a paying parent's email.

/** The reference of a payment. */
export const reference = mini
  .string(paymentsText.referenceInvalid)
  .check(mini.trim(), mini.regex(referencePattern, paymentsText.referenceInvalid))

/** Returns the longest part of a pasted text that could be a reference. Our own references are in lower case. */
function findReference(pasted: string): string {
  const pieces = pasted.match(/[A-Za-z0-9-]+/g) ?? []
  const longest = pieces.reduce((most, piece) => (piece.length > most.length ? piece : most), '')
  return /^[\da-f]{32}$/i.test(longest) ? longest.toLowerCase() : longest
}

/** A reference as people paste it: 'Reference: 817F…', with words and spaces around it. */
const pastedReference = mini.pipe(
  mini.pipe(
    mini.string(paymentsText.referenceInvalid).check(mini.maxLength(500, paymentsText.referenceInvalid)),
    mini.transform(findReference),
  ),
  reference,
)

export const PaymentCheck = mini.strictObject({ reference: pastedReference })

/** A person who pays with a student's link. */
export const Payer = mini.strictObject({ email: field.email })

const group = 'Payments'

/** In ascending order: a payment's state is the highest one among its events. */
export const paymentStates = ['opened', 'pending', 'abandoned', 'failed', 'succeeded', 'disputed', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

/** States in which a confirmed payment grants access. An open dispute does not revoke it. */
export const paidStates = ['succeeded', 'disputed'] as const satisfies readonly PaymentState[]

/** A payment as its owner sees it, on the payment page and on the receipt. */
export const Payment = z
  .object({
    reference: z.string(),
    state: z.enum(paymentStates),
    amountKobo: z.number().int(),
    /** How much of the amount was refunded; 0 if nothing was. */
    refundedKobo: z.number().int(),
    currency: z.literal('NGN'),
    /** The student, or a parent with the student's payment link. */
    openedBy: z.enum(['student', 'parent']),
    openedAt: field.instant,
    /** When the provider received the money, by the provider's clock. */
    paidAt: z.nullable(field.instant),
    /** The provider's name for the payment method: 'card', 'bank_transfer', ... */
    channel: z.string().nullable(),
    /** Whether the account was already paid, so that this payment will be refunded. */
    isRefundDue: z.boolean(),
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof Payment>

/** What a browser needs to open the checkout. The provider already has the amount, so the browser cannot change it. */
export const Checkout = z
  .object({
    reference: z.string(),
    /** Resumes the payment in the provider's pop-up. Null for a wallet, which starts the payment itself. */
    accessCode: z.string().nullable(),
    /** The provider's own page, used if the pop-up does not load. Null for a wallet. */
    authorizationUrl: z.string().nullable(),
    /** The URL of the provider's script. */
    scriptUrl: z.string(),
    publicKey: z.string(),
    /** The payer's email, as sent to the provider. */
    email: z.string(),
    amountKobo: z.number().int(),
    currency: z.literal('NGN'),
    country: z.literal('NG'),
  })
  .meta({ id: 'Checkout' })
export type Checkout = z.infer<typeof Checkout>

/** `pending` means that the outcome is not known yet: the client waits and asks again (202). */
export const PaymentVerification = z
  .object({
    success: z.boolean(),
    pending: z.boolean(),
    message: z.string(),
    payment: Payment,
  })
  .meta({ id: 'PaymentVerification' })
export type PaymentVerification = z.infer<typeof PaymentVerification>

const method = z.enum(['checkout', 'wallet'], 'Unknown way to pay').default('checkout')
const openingErrors = [
  'consent_needed',
  'already_paid',
  'payment_pending',
  'payment_unseen',
  'provider_away',
  'maintenance',
] as const
const verifyingErrors = ['not_found', 'payment_unverified'] as const

export const initializePayment = endpoint({
  group,
  method: 'POST',
  path: '/api/payments/initialize',
  who: 'student',
  summary: 'Opens a payment for the price, or returns the one opened within the last half hour',
  body: z.strictObject({ method }),
  reply: Checkout,
  fails: openingErrors,
})

export const verifyPayment = endpoint({
  group,
  method: 'POST',
  path: '/api/payments/verify',
  who: 'student',
  summary: 'Asks the provider about a payment of the caller; 202 while the outcome is not known',
  body: z.strictObject({ reference }),
  reply: PaymentVerification,
  alternativeStatus: 202,
  fails: verifyingErrors,
})

/** What is known about a payment. `away`: the provider did not respond. `untouched`: the provider has received no money yet. */
export const paymentVerdicts = [
  'paid',
  'refund-due',
  'given-back',
  'mismatch',
  'on-its-way',
  'untouched',
  'abandoned',
  'declined',
  'away',
] as const
export type PaymentVerdict = (typeof paymentVerdicts)[number]

export const checkPayment = endpoint({
  group,
  method: 'POST',
  path: '/api/payments/check',
  who: 'student',
  summary: 'Asks the provider now and explains what is known about a payment of the caller (‘I was debited’)',
  body: PaymentCheck,
  reply: z.object({ payment: Payment, verdict: z.enum(paymentVerdicts), message: z.string() }),
  fails: ['not_found'],
})

export const updatePayment = endpoint({
  group,
  method: 'PATCH',
  path: '/update-payment/:username',
  who: 'student',
  summary: 'Confirms that the student has a verified payment; changes nothing',
  params: z.object({ username: field.usernameParam }),
  body: z.strictObject({ isPaid: z.boolean().refine((isPaid) => isPaid, paymentsText.paidOnly) }),
  reply: z.object({ status: z.literal('success'), message: z.string(), isPaid: z.literal(true) }),
  fails: ['payment_needed'],
})

/** Webhooks of the provider, authenticated by a signature over the raw body. */
export const paymentWebhook = endpoint({
  group,
  method: 'POST',
  path: '/api/payments/webhook',
  who: 'anyone',
  summary: 'Receives the provider’s signed webhooks',
  body: z.unknown(),
  bodyLimit: 256 * 1024,
  reply: z.object({ status: z.literal('success') }),
  fails: ['signature_invalid'],
})

export const listPayments = endpoint({
  group,
  method: 'GET',
  path: '/api/payments',
  who: 'student',
  summary: 'The payments of the caller, newest first',
  reply: z.object({
    isPaid: z.boolean(),
    /** Receipts and the provider's emails are sent to this address. */
    email: z.string().nullable(),
    payments: z.array(Payment),
  }),
})

export const makePayLink = endpoint({
  group,
  method: 'POST',
  path: '/api/payments/pay-link',
  who: 'student',
  summary: 'Makes a link with which a parent can pay for the caller without logging in',
  reply: z.object({ url: z.string(), expiresAt: field.instant }),
  fails: ['consent_needed', 'already_paid'],
})

const linkParams = z.object({ token: z.string().min(1).max(200) })

export const readPayLink = endpoint({
  group,
  method: 'GET',
  path: '/api/pay-links/:token',
  who: 'anyone',
  summary: 'Returns the student and the price of a payment link',
  params: linkParams,
  reply: z.object({ username: z.string(), amountKobo: z.number().int(), isPaid: z.boolean() }),
  fails: ['link_invalid'],
})

export const initializeByLink = endpoint({
  group,
  method: 'POST',
  path: '/api/pay-links/:token/initialize',
  who: 'anyone',
  summary: 'Opens a payment for the student of a payment link',
  params: linkParams,
  body: z.strictObject({ ...Payer.shape, method }),
  reply: Checkout,
  fails: ['link_invalid', ...openingErrors],
})

export const verifyByLink = endpoint({
  group,
  method: 'POST',
  path: '/api/pay-links/:token/verify',
  who: 'anyone',
  summary: 'Asks the provider about a payment opened with this link; 202 while the outcome is not known',
  params: linkParams,
  body: z.strictObject({ reference }),
  reply: PaymentVerification,
  alternativeStatus: 202,
  fails: ['link_invalid', ...verifyingErrors],
})
