import { createAfricasTalking } from './africas-talking.ts'
import type { SmsProviderSettings } from './settings.ts'
import type { SmsProvider } from './sms-provider.ts'
import { createTermii } from './termii.ts'

/** Creates the client of the configured provider. */
export function openSmsProvider(settings: SmsProviderSettings): SmsProvider {
  return settings.name === 'termii' ? createTermii(settings) : createAfricasTalking(settings)
}
