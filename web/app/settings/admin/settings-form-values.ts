import type { ProductSettings, SettingsChange } from '@baobab/contract/settings/endpoints.ts'
import type * as z from 'zod/mini'
import { parseNaira } from '../../forms/parse-naira.ts'

/** The product settings as text fields: the price in naira, '' if a setting is null. */
export type SettingsFormValues = Record<keyof ProductSettings, string>

export function toFormValues({ priceKobo, supportEmail, supportPhone }: ProductSettings): SettingsFormValues {
  return { priceKobo: String(priceKobo / 100), supportEmail: supportEmail ?? '', supportPhone: supportPhone ?? '' }
}

/** Returns the settings that differ from `settings`. The price is NaN if the text is not an amount. */
export function toSettingsChange(
  values: SettingsFormValues,
  settings: ProductSettings,
): z.input<typeof SettingsChange> {
  const priceKobo = parseNaira(values.priceKobo)
  const supportEmail = values.supportEmail.trim() || null
  const supportPhone = values.supportPhone.trim() || null
  return {
    ...(priceKobo === settings.priceKobo ? {} : { priceKobo }),
    ...(supportEmail === settings.supportEmail ? {} : { supportEmail }),
    ...(supportPhone === settings.supportPhone ? {} : { supportPhone }),
  }
}
