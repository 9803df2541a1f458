// The schemas of the form of a claim, with the proof that it asks for. The page loads this file once the form is opened.
import { CodeProof, PasswordProof } from '@baobab/contract/accounts/forms.ts'
import { PrizeClaim } from '@baobab/contract/scholarship/forms.ts'
import * as z from 'zod/mini'

export const provenClaim = {
  password: z.object({ ...PrizeClaim.shape, ...PasswordProof.shape }),
  code: z.object({ ...PrizeClaim.shape, ...CodeProof.shape }),
}
