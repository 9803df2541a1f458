// What people send about a draw: its round, that they are missing from the list, and how a prize reaches them.
import * as z from 'zod/mini'
import { BeaconFile } from './draw/files.ts'
import * as field from '../kernel/fields.ts'
import { findPublicNameFault, publicNameFaults } from './public-name.ts'
import { GUARDIAN_NAME_MAX } from '../accounts/limits.ts'
import { LIST_CLAIM_TEXT_MAX, PUBLIC_NAME_MAX } from './limits.ts'

/** A round that was fetched elsewhere. */
export const BroughtBeacon = z.strictObject(BeaconFile.shape)

export const ListClaimForm = z.strictObject({
  text: field.requiredText({ name: 'Your message', max: LIST_CLAIM_TEXT_MAX, lines: true }),
})
export type ListClaimForm = z.output<typeof ListClaimForm>

/** How to reach the adult to whom a prize is handed over, and how the winner is named in public. */
export const claimFields = {
  guardianName: field.requiredText({ name: "Parent's or guardian's name", min: 2, max: GUARDIAN_NAME_MAX }),
  guardianPhone: field.phone,
  guardianEmail: z.union([field.email, z.literal('')]),
  /** The name that is shown instead of the username; '' keeps the username. */
  publicName: field.optionalText({ name: 'Public name', max: PUBLIC_NAME_MAX }).check((payload) => {
    // One sentence under the field is enough.
    const fault = payload.issues.length > 0 ? undefined : findPublicNameFault(payload.value)
    if (fault) payload.issues.push({ code: 'custom', input: payload.value, message: publicNameFaults[fault] })
  }),
}

/** A claim as its form has it; the call has a proof besides. */
export const PrizeClaim = z.strictObject({
  ...claimFields,
  /** The guardian agrees to what this form says. */
  guardianAgrees: z
    .boolean('Your parent or guardian must agree')
    .check(z.refine((agrees) => agrees, 'Your parent or guardian must agree')),
})
export type PrizeClaim = z.infer<typeof PrizeClaim>
