import type { ProductSettings, SettingsChange } from '@baobab/contract/settings.ts'
import type { z } from 'zod'
import { parseNaira } from '../../forms/parse-naira.ts'

/** The product settings as text fields: the price in naira, '' where a setting is null. */
export type SettingsFormValues = Record<keyof ProductSettings, string>

export function toFormValues({ priceKobo, supportEmail, supportPhone }: ProductSettings): SettingsFormValues {
  return { priceKobo: String(priceKobo / 100), supportEmail: supportEmail ?? '', supportPhone: supportPhone ?? '' }
}

/** Returns the settings that differ from `settings`. The price is NaN where it was not typed as an amount. */
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
