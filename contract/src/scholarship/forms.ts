// Input about a draw: its round, a report of being missing from the list, and how to hand over a prize.
import * as z from 'zod/mini'
import { BeaconFile, type Witness } from './draw/files.ts'
import * as field from '../kernel/fields.ts'
import {
  findPublicNameFault,
  publicNameFaults,
  LIST_CLAIM_TEXT_MAX,
  PUBLIC_NAME_MAX,
  CLAIM_REASON_MAX,
  LIST_CLAIM_ANSWER_MAX,
  PAYOUT_RECEIPT_MAX,
  WITNESS_NAME_MAX,
} from './rules.ts'
import { GUARDIAN_NAME_MAX, isRealDate } from '../accounts/rules.ts'
import { OPERATOR } from './draw/witnesses.ts'

/** A round fetched from another source. */
export const BroughtBeacon = z.strictObject(BeaconFile.shape)

export const ListClaimForm = z.strictObject({
  text: field.requiredText({ name: 'Your message', max: LIST_CLAIM_TEXT_MAX, lines: true }),
})
export type ListClaimForm = z.output<typeof ListClaimForm>

/** How to reach the adult who will receive the prize, and how the winner is named in public. */
export const claimFields = {
  guardianName: field.requiredText({ name: "Parent's or guardian's name", min: 2, max: GUARDIAN_NAME_MAX }),
  guardianPhone: field.phone,
  guardianEmail: z.union([field.email, z.literal('')]),
  /** Shown instead of the username; '' keeps the username. */
  publicName: field.optionalText({ name: 'Public name', max: PUBLIC_NAME_MAX }).check((payload) => {
    // Show at most one message under the field.
    const fault = payload.issues.length > 0 ? undefined : findPublicNameFault(payload.value)
    if (fault) payload.issues.push({ code: 'custom', input: payload.value, message: publicNameFaults[fault] })
  }),
}

/** A claim as entered in the form; the request also has a proof. */
export const PrizeClaim = z.strictObject({
  ...claimFields,
  /** The guardian agrees to what this form says. */
  guardianAgrees: z
    .boolean('Your parent or guardian must agree')
    .check(z.refine((agrees) => agrees, 'Your parent or guardian must agree')),
})
export type PrizeClaim = z.infer<typeof PrizeClaim>

// What admins type about draws: rounds, witnesses, answers to claims, and payouts.

export const RefuseClaimForm = z.strictObject({
  /** Shown to the student. */
  text: field.requiredText({ name: 'Answer', max: LIST_CLAIM_ANSWER_MAX, lines: true }),
})

const position = z.number('Unknown witness').check(z.int(), z.minimum(0), z.maximum(9))

/** A hash or a secret number in hex, typed by a person. */
const hex = (message: string) => z.string(message).check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, message))
const commitment = hex('A promise has 64 characters: digits and the letters a to f')

const haveOwn = (key: keyof Witness) => (witnesses: readonly Witness[]) =>
  new Set(witnesses.map((one) => one[key])).size === witnesses.length

export const WitnessesForm = z
  .strictObject({
    /** The witnesses from outside, in the order in which they are published. */
    others: z
      .array(z.strictObject({ name: field.requiredText({ name: 'Position', max: WITNESS_NAME_MAX }), commitment }))
      .check(
        z.minLength(3, 'Name at least three witnesses'),
        z.maxLength(9, 'Name at most nine witnesses'),
        z.refine(haveOwn('name'), 'Each witness needs a different position'),
      ),
    /** Baobab's own commitment. */
    own: commitment,
    /** The index, from 0, of the witness who did not reveal the secret number; undefined if no witnesses are named yet. */
    refused: z.optional(position),
  })
  .check(
    z.refine(({ others, own }) => haveOwn('commitment')([...others, { name: OPERATOR, commitment: own }]), {
      path: ['own'],
      error: 'Each witness needs a promise of its own',
    }),
    z.refine(({ others }) => others.every(({ name }) => name !== OPERATOR), {
      path: ['others'],
      error: `${OPERATOR} is added automatically`,
    }),
  )
export type WitnessesForm = z.output<typeof WitnessesForm>

/** A secret that a witness reveals, with the witness's index from 0. */
export const RevealedSecret = z.strictObject({
  position,
  secret: hex('A secret number has 64 characters: digits and the letters a to f'),
})

export const ChangedClaimForm = z.strictObject({
  ...claimFields,
  /** Shown to the winner and the guardian. */
  reason: field.requiredText({ name: 'Reason', max: CLAIM_REASON_MAX, lines: true }),
})
export type ChangedClaimForm = z.output<typeof ChangedClaimForm>

export const PayoutForm = z.strictObject({
  paidOn: z.iso.date('Enter the day of the payment').check(z.refine(isRealDate, field.INVALID_DATE)),
  receipt: field.requiredText({ name: 'Receipt', max: PAYOUT_RECEIPT_MAX }),
})
