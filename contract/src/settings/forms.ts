// What admins change of the product's own settings.
import * as z from 'zod/mini'
import * as field from '../kernel/fields.ts'
import { PRICE_KOBO_MAX, PRICE_KOBO_MIN } from '../payments/limits.ts'
import { settingsText } from './text.ts'

/** A setting that is left out stays unchanged; null removes an address. */
export const SettingsChange = z.strictObject({
  priceKobo: z.optional(
    z
      .int(settingsText.priceInvalid)
      .check(
        z.minimum(PRICE_KOBO_MIN, settingsText.priceInvalid),
        z.maximum(PRICE_KOBO_MAX, settingsText.priceInvalid),
      ),
  ),
  supportEmail: z.optional(z.nullable(field.email)),
  supportPhone: z.optional(z.nullable(field.phone)),
})
