// Settings that admins change without a deployment, and the public part of them.
import * as mini from 'zod/mini'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import * as field from '../kernel/fields.ts'
import { PRICE_KOBO_MAX, PRICE_KOBO_MIN } from '../payments/rules.ts'

/** The range of prizes that can be announced, in kobo: 1,000 NGN to 100 million NGN. */
export const PRIZE_KOBO_MIN = 100_000
export const PRIZE_KOBO_MAX = 10_000_000_000
export const OPERATOR_NAME_MAX = 80
export const OPERATOR_ADDRESS_MAX = 200

export const settingsText = {
  settingsLoading: 'Loading settings...',
  settingsFailed: 'Failed to load settings.',
  settingsChanged: 'Settings saved successfully!',
  priceInvalid: 'Price must be between 100 and 1000000 naira',
  prizeInvalid: 'The prize must be between ₦1,000 and ₦100,000,000.',
} as const

// The product settings that admins can change.

const text = (name: string, max: number) => mini.optional(mini.nullable(field.requiredText({ name, max })))

/** A setting that is left out stays unchanged; null removes it. */
export const SettingsChange = mini.strictObject({
  priceKobo: mini.optional(
    mini
      .int(settingsText.priceInvalid)
      .check(
        mini.minimum(PRICE_KOBO_MIN, settingsText.priceInvalid),
        mini.maximum(PRICE_KOBO_MAX, settingsText.priceInvalid),
      ),
  ),
  supportEmail: mini.optional(mini.nullable(field.email)),
  supportPhone: mini.optional(mini.nullable(field.phone)),
  supportWhatsApp: mini.optional(mini.nullable(field.phone)),
  operatorName: text('Name', OPERATOR_NAME_MAX),
  operatorAddress: text('Address', OPERATOR_ADDRESS_MAX),
  prizeKobo: mini.optional(
    mini.nullable(
      mini
        .int(settingsText.prizeInvalid)
        .check(
          mini.minimum(PRIZE_KOBO_MIN, settingsText.prizeInvalid),
          mini.maximum(PRIZE_KOBO_MAX, settingsText.prizeInvalid),
        ),
    ),
  ),
})

const group = 'Settings'

export const ProductSettings = z
  .object({
    priceKobo: z.number().int(),
    supportEmail: z.string().nullable(),
    supportPhone: z.string().nullable(),
    supportWhatsApp: z.string().nullable(),
    /** Who runs this installation, as visitors read it. */
    operatorName: z.string().nullable(),
    operatorAddress: z.string().nullable(),
    /** What the winner of a month gets; null if the operator has not said. */
    prizeKobo: z.number().int().nullable(),
  })
  .meta({ id: 'ProductSettings' })
export type ProductSettings = z.infer<typeof ProductSettings>
export type SettingName = keyof ProductSettings

/** The settings with their defaults, and who last changed each one. */
export const AdminSettings = z
  .object({
    settings: ProductSettings,
    defaults: ProductSettings,
    changes: z.array(z.object({ name: z.string(), at: field.instant, by: z.string() })),
  })
  .meta({ id: 'AdminSettings' })
export type AdminSettings = z.infer<typeof AdminSettings>

/** The settings that everybody may read. */
export const PublicSettings = ProductSettings.extend({
  /** Students younger than this need a guardian's consent; 0 if nobody does. */
  guardianAge: z.number().int(),
  /** The providers students can sign in with, in the order of the buttons. */
  identityProviders: z.array(field.identityProvider),
  /** Whether students can verify their account by text message, and guardians can be asked by it. */
  verifyBySms: z.boolean(),
  /** Whether Home shows invented funders, partners and quotes, marked as samples. */
  hasSampleContent: z.boolean(),
}).meta({ id: 'PublicSettings' })
export type PublicSettings = z.infer<typeof PublicSettings>

export const readPublicSettings = endpoint({
  group,
  method: 'GET',
  path: '/api/settings',
  who: 'anyone',
  summary:
    'The price and the prize in kobo, who runs the site, how to reach support, who needs the consent of a guardian, and ways to sign in',
  reply: PublicSettings,
})

export const readAdminSettings = endpoint({
  group,
  method: 'GET',
  path: '/admin/settings',
  who: ['owner', 'auditor'],
  summary: 'The product settings, their defaults and their last changes',
  reply: AdminSettings,
})

export const changeSettings = endpoint({
  group,
  method: 'PUT',
  path: '/admin/settings',
  who: ['owner'],
  summary: 'Changes product settings; every server follows within a second',
  body: SettingsChange,
  reply: AdminSettings.extend({ message: z.string() }),
  needsReauthentication: true,
})
