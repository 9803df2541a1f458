// Payments: the price is paid once, the provider's word decides, the ledger remembers (SPEC.md 7, decisions 6).
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { paymentsText } from './payments-text.ts'

const group = 'Payments'

/** From the least to the most: the state of a payment is the highest that its events hold. */
export const paymentStates = ['opened', 'pending', 'abandoned', 'failed', 'succeeded', 'disputed', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

/** In these states a payment opens what is to be paid for; a dispute takes nothing away while it lasts. */
export const paidStates = ['succeeded', 'disputed'] as const satisfies readonly PaymentState[]

/** Letters, digits and `-`: the provider takes no `_` (decisions 6, security.md P-22). */
export const reference = z
  .string(paymentsText.referenceInvalid)
  .trim()
  .regex(/^[A-Za-z0-9-]{8,64}$/, paymentsText.referenceInvalid)

/** The longest piece of a pasted text that may be a reference; ours are written in small letters. */
function findReference(pasted: string): string {
  const pieces = pasted.match(/[A-Za-z0-9-]+/g) ?? []
  const longest = pieces.reduce((most, piece) => (piece.length > most.length ? piece : most), '')
  return /^[\da-f]{32}$/i.test(longest) ? longest.toLowerCase() : longest
}

/** As people paste it: 'Reference: 817F…', with words and blanks around. */
const pastedReference = z
  .string(paymentsText.referenceInvalid)
  .max(500, paymentsText.referenceInvalid)
  .transform(findReference)
  .pipe(reference)

/** One's own payment: what the page and the receipt show. */
export const Payment = z
  .object({
    reference: z.string(),
    state: z.enum(paymentStates),
    amountKobo: z.number().int(),
    currency: z.literal('NGN'),
    /** Whether the student opened it or a parent by the link. */
    openedBy: z.enum(['student', 'parent']),
    openedAt: field.instant,
    /** When the provider took the money, as it says. */
    paidAt: field.instant.nullable(),
    /** 'card', 'bank_transfer' and the like, as the provider says. */
    channel: z.string().nullable(),
    /** Paid twice: this one is to be given back. */
    isRefundDue: z.boolean(),
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof Payment>

/** What a browser needs to let somebody pay. The amount is the provider's by then: no browser sets it. */
export const Checkout = z
  .object({
    reference: z.string(),
    /** Resumes the payment in the provider's pop-up; null where a wallet is to begin it under this reference. */
    accessCode: z.string().nullable(),
    /** The provider's own page, for when the pop-up does not come; null with a wallet. */
    authorizationUrl: z.string().nullable(),
    /** Where the provider's script stands. */
    scriptUrl: z.string(),
    publicKey: z.string(),
    /** The payer's, as the provider gets it. */
    email: z.string(),
    amountKobo: z.number().int(),
    currency: z.literal('NGN'),
    country: z.literal('NG'),
  })
  .meta({ id: 'Checkout' })
export type Checkout = z.infer<typeof Checkout>

/** `pending` means: not known yet, wait and ask again (202). */
export const PaymentVerification = z
  .object({
    success: z.boolean(),
    pending: z.boolean(),
    message: z.string(),
    payment: Payment,
  })
  .meta({ id: 'Verified' })
export type PaymentVerification = z.infer<typeof PaymentVerification>

const method = z.enum(['checkout', 'wallet'], 'Unknown way to pay').default('checkout')
const openingFails = ['consent_needed', 'already_paid', 'payment_pending', 'payment_unseen', 'provider_away'] as const
const verifyingFails = ['not_found', 'payment_unverified'] as const

export const initializePayment = endpoint({
  group,
  method: 'POST',
  path: '/api/payments/initialize',
  who: 'student',
  summary: 'Opens a payment of the price, or gives the one opened within the last half hour again',
  body: z.strictObject({ method }),
  reply: Checkout,
  fails: openingFails,
})

export const verifyPayment = endpoint({
  group,
  method: 'POST',
  path: '/api/payments/verify',
  who: 'student',
  summary: 'Asks the provider about one of one’s own payments; 202 while it is not known yet',
  body: z.strictObject({ reference }),
  reply: PaymentVerification,
  alternativeStatus: 202,
  fails: verifyingFails,
})

/** How a payment stands at this moment. `away`: the provider could not be asked. `untouched`: it knows of no money yet. */
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
  summary: '‘I was debited’: what is known of one of one’s own payments, asked of the provider now',
  body: z.strictObject({ reference: pastedReference }),
  reply: z.object({ payment: Payment, verdict: z.enum(paymentVerdicts), message: z.string() }),
  fails: ['not_found'],
})

export const updatePayment = endpoint({
  group,
  method: 'PATCH',
  path: '/update-payment/:username',
  who: 'student',
  summary: 'Answers whether a verified payment stands behind the student; sets nothing',
  params: z.object({ username: field.usernameParam }),
  body: z.strictObject({ isPaid: z.boolean() }),
  reply: z.object({ status: z.literal('success'), message: z.string(), isPaid: z.literal(true) }),
  fails: ['payment_needed'],
})

/** The provider's messages; who may is decided by the signature over the raw body. */
export const paymentWebhook = endpoint({
  group,
  method: 'POST',
  path: '/api/payments/webhook',
  who: 'anyone',
  summary: 'Takes the provider’s signed messages',
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
  summary: 'One’s own payments, the newest first',
  reply: z.object({
    isPaid: z.boolean(),
    /** Where the receipt and the provider's mail go. */
    email: z.string(),
    payments: z.array(Payment),
  }),
})

export const makePayLink = endpoint({
  group,
  method: 'POST',
  path: '/api/payments/pay-link',
  who: 'student',
  summary: 'A link with which a parent pays for this student without logging in',
  reply: z.object({ url: z.string(), expiresAt: field.instant }),
  fails: ['consent_needed', 'already_paid'],
})

const byLink = z.object({ token: z.string().min(1).max(200) })

export const readPayLink = endpoint({
  group,
  method: 'GET',
  path: '/api/pay-links/:token',
  who: 'anyone',
  summary: 'Whom a parent’s link pays for, and how much',
  params: byLink,
  reply: z.object({ username: z.string(), amountKobo: z.number().int(), isPaid: z.boolean() }),
  fails: ['link_invalid'],
})

export const initializeByLink = endpoint({
  group,
  method: 'POST',
  path: '/api/pay-links/:token/initialize',
  who: 'anyone',
  summary: 'Opens a payment for the student of a parent’s link',
  params: byLink,
  body: z.strictObject({ email: field.email, method }),
  reply: Checkout,
  fails: ['link_invalid', ...openingFails],
})

export const verifyByLink = endpoint({
  group,
  method: 'POST',
  path: '/api/pay-links/:token/verify',
  who: 'anyone',
  summary: 'Asks the provider about a payment that was opened by this link; 202 while it is not known yet',
  params: byLink,
  body: z.strictObject({ reference }),
  reply: PaymentVerification,
  alternativeStatus: 202,
  fails: ['link_invalid', ...verifyingFails],
})
