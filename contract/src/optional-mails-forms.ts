// The link below each mail that is not essential.
import * as z from 'zod/mini'
import { accountsText } from './accounts-text.ts'

/** Longer than any token that we sign. */
const TOKEN_MAX = 200

export const OptionalMailsLink = z.strictObject({
  token: z
    .string(accountsText.tokenInvalid)
    .check(z.minLength(1, accountsText.tokenInvalid), z.maxLength(TOKEN_MAX, accountsText.tokenInvalid)),
})
