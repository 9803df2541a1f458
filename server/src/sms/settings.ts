import type { App } from '../platform/app.ts'
import type { Config } from '../platform/config.ts'

/** What limits text messages, and who may report their delivery. */
export type SmsSettings = {
  /** The calling codes of the countries whose numbers get text messages. */
  countries: readonly string[]
  /** The parts that may be sent in a day in Lagos. */
  dailyBudget: number
  /** In the URL to which a provider that signs nothing reports deliveries. */
  reportSecret?: string | undefined
}

const defaults: SmsSettings = { countries: ['234'], dailyBudget: 5_000 }

/** Returns the settings of text messages. */
export function smsSettings(app: Pick<App, 'config'>): SmsSettings {
  const { sms }: Config & { sms?: SmsSettings } = app.config
  return sms ?? defaults
}
