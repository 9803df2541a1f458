// What admins note about payments.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { PRICE_KOBO_MAX } from './limits.ts'

/** Notes a refund made outside the product. A form sent twice with the same key is noted once. */
export const RefundForm = z.strictObject({
  key: z.uuid('This form has no key. Please reload the page.'),
  /** The whole amount if missing. */
  amountKobo: z.optional(z.int('Amount must be a number').check(z.minimum(1), z.maximum(PRICE_KOBO_MAX))),
  note: field.requiredText({ name: 'Note', min: 5, max: 500 }),
})
