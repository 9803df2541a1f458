// The product settings as they are typed: a price in naira, empty where there is nothing.
import type { ProductSettings } from '@baobab/contract/settings.ts'

export type SettingsFormValues = Record<keyof ProductSettings, string>
type Changes = { priceKobo?: number; supportEmail?: string | null; supportPhone?: string | null }

export function toFormValues({ priceKobo, supportEmail, supportPhone }: ProductSettings): SettingsFormValues {
  return { priceKobo: String(priceKobo / 100), supportEmail: supportEmail ?? '', supportPhone: supportPhone ?? '' }
}

/** Kobo of what was typed as naira; NaN where that is no price. */
export function parseNaira(typed: string): number {
  const plain = typed.replace(/[\s,₦#]/g, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN
}

/** What is to be sent: the settings that are others now. */
export function toSettingsChange(typed: SettingsFormValues, settings: ProductSettings): Changes {
  const price = parseNaira(typed.priceKobo)
  const [email, phone] = [typed.supportEmail.trim() || null, typed.supportPhone.trim() || null]
  return {
    ...(price === settings.priceKobo ? {} : { priceKobo: price }),
    ...(email === settings.supportEmail ? {} : { supportEmail: email }),
    ...(phone === settings.supportPhone ? {} : { supportPhone: phone }),
  }
}
