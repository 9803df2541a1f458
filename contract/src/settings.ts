// What an operator may change without a deploy (decisions 6), and what everybody may know of it.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { PRICE_KOBO_MAX, PRICE_KOBO_MIN } from './limits.ts'
import { settingsText } from './settings-text.ts'

const group = 'Settings'

/** The settings in force. */
export const ProductSettings = z
  .object({ priceKobo: z.number().int(), supportEmail: z.string().nullable(), supportPhone: z.string().nullable() })
  .meta({ id: 'ProductSettings' })
export type ProductSettings = z.infer<typeof ProductSettings>
export type SettingName = keyof ProductSettings

/** What is left out stays as it is; null takes an address away. */
export const SettingsChange = z.strictObject({
  priceKobo: z
    .int(settingsText.priceInvalid)
    .min(PRICE_KOBO_MIN, settingsText.priceInvalid)
    .max(PRICE_KOBO_MAX, settingsText.priceInvalid)
    .optional(),
  supportEmail: field.email.nullable().optional(),
  supportPhone: field.phone.nullable().optional(),
})

/** With what holds where nobody set anything, and who changed a setting last. */
export const AdminSettings = z
  .object({
    settings: ProductSettings,
    defaults: ProductSettings,
    changes: z.array(z.object({ name: z.string(), at: field.instant, by: z.string() })),
  })
  .meta({ id: 'ConsoleSettings' })
export type AdminSettings = z.infer<typeof AdminSettings>

export const readPublicSettings = endpoint({
  group,
  method: 'GET',
  path: '/api/settings',
  who: 'anyone',
  summary: 'The price in kobo, and how to reach the office',
  reply: ProductSettings,
})

export const readAdminSettings = endpoint({
  group,
  method: 'GET',
  path: '/admin/settings',
  who: 'admin',
  summary: 'The product settings, their defaults and their last changes',
  reply: AdminSettings,
})

export const changeSettings = endpoint({
  group,
  method: 'PUT',
  path: '/admin/settings',
  who: 'admin',
  summary: 'Changes product settings; every server follows within a second',
  body: SettingsChange,
  reply: AdminSettings.extend({ message: z.string() }),
})
