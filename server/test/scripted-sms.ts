// An SMS provider in this process that does what a test sets.
import type { DeliveryReport, Sms, SmsProvider, SmsProviderName } from '../src/platform/sms/sms-provider.ts'

export type ScriptedSms = SmsProvider & {
  /** The messages that it was given, oldest first. */
  sent: Sms[]
  /** Called with each message before it is accepted. What it throws or rejects with, `send` does. */
  onSend: (sms: Sms) => void | Promise<void>
}

/** The signature that it expects, in the header `x-signature`. Africa's Talking signs nothing, so anything is taken. */
export const SIGNATURE = 'signed'

/** Returns a provider whose messages have the ids `m1`, `m2` and so on, and whose reports are a DeliveryReport in JSON. */
export function createScriptedSms(name: SmsProviderName = 'termii'): ScriptedSms {
  const provider: ScriptedSms = {
    name,
    sent: [],
    onSend: () => undefined,
    async send(sms) {
      await provider.onSend(sms)
      provider.sent.push(sms)
      return { messageId: `m${provider.sent.length}` }
    },
    readReport({ headers, body }) {
      if (name === 'termii' && headers['x-signature'] !== SIGNATURE) return undefined
      return body.length === 0 ? undefined : (JSON.parse(body.toString('utf8')) as DeliveryReport | null)
    },
  }
  return provider
}
