// What people type about payments: references, and the address of a parent who pays.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { referencePattern } from './reference.ts'
import { paymentsText } from './text.ts'

/** The reference of a payment. */
export const reference = z
  .string(paymentsText.referenceInvalid)
  .check(z.trim(), z.regex(referencePattern, paymentsText.referenceInvalid))

/** Returns the longest part of a pasted text that may be a reference. Our own references are lower-case. */
function findReference(pasted: string): string {
  const pieces = pasted.match(/[A-Za-z0-9-]+/g) ?? []
  const longest = pieces.reduce((most, piece) => (piece.length > most.length ? piece : most), '')
  return /^[\da-f]{32}$/i.test(longest) ? longest.toLowerCase() : longest
}

/** A reference as people paste it: 'Reference: 817F…', with words and spaces around it. */
const pastedReference = z.pipe(
  z.pipe(
    z.string(paymentsText.referenceInvalid).check(z.maxLength(500, paymentsText.referenceInvalid)),
    z.transform(findReference),
  ),
  reference,
)

export const PaymentCheck = z.strictObject({ reference: pastedReference })

/** Who pays by the link of a student. */
export const Payer = z.strictObject({ email: field.email })
