// The schemas for the claim form and its proof of identity. Loaded once the form is opened.
import { CodeProof, PasswordProof } from '@baobab/contract/accounts/forms.ts'
import { PrizeClaim } from '@baobab/contract/scholarship/forms.ts'
import * as z from 'zod/mini'

export const provenClaim = {
  password: z.object({ ...PrizeClaim.shape, ...PasswordProof.shape }),
  code: z.object({ ...PrizeClaim.shape, ...CodeProof.shape }),
}
