// What ends when an account locks others out: by a reset, by a new password, or by 'log out elsewhere'.
import { z } from 'zod'
import * as field from '../kernel/fields.ts'

export const EndedAccess = z.object({
  /** Sessions on other devices; after a reset, on all. */
  devices: z.number().int(),
  /** Browsers that were remembered because the account had logged in there. */
  browsers: z.number().int(),
  /** Mailed links to choose a new password that nobody has used. */
  links: z.number().int(),
  /** Mailed codes that nobody has used. */
  codes: z.number().int(),
  /** Sign-ins and connections with providers that were not finished. */
  signIns: z.number().int(),
  /** Invitations of an admin that nobody has accepted. */
  invitations: z.number().int(),
  /** The providers that no longer sign in to the account. */
  providers: z.array(z.object({ provider: field.identityProvider, connectedAt: field.instant })),
  /** The masked emails of the guardians who were removed. */
  guardians: z.array(z.string()),
})
export type EndedAccess = z.infer<typeof EndedAccess>

/** What ended, with a sentence for each thing, as the mail says it. */
export const EndedReply = z.object({ ...EndedAccess.shape, sentences: z.array(z.string()) }).meta({ id: 'EndedReply' })
