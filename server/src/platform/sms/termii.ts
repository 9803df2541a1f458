// Sends text messages by Termii (https://developers.termii.com/messaging-api), whose delivery reports are described at
// https://developers.termii.com/events-and-reports.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret } from '../security/tokens.ts'
import { callProvider, parseJson } from './call-provider.ts'
import type { TermiiSettings } from './settings.ts'
import type { DeliveryReport, ReportRequest, SmsProvider } from './sms-provider.ts'

const Reply = z.object({ message_id: z.union([z.string().min(1), z.number()]) })
const Report = z.object({
  type: z.string(),
  message_id: z.union([z.string().min(1).max(100), z.number()]),
  status: z.string(),
})

/**
 * The final statuses, some of which have an explanation after a bar: 'DELIVERED | Message delivered to handset'. All others, also
 * unknown ones, mean that the message is under way.
 */
const finalStates: readonly [RegExp, DeliveryReport['state']][] = [
  [/^delivered\s*(\||$)/i, 'delivered'],
  [/^(message failed|failed|rejected|expired|dnd active on phone number|undelivered)\s*(\||$)/i, 'failed'],
]

/** Creates the client. Messages go by the channel `dnd`, which also reaches numbers on the do-not-disturb list. */
export function createTermii({ apiUrl, apiKey, secretKey, sender }: TermiiSettings): SmsProvider {
  return {
    name: 'termii',
    async send({ to, text }) {
      const body = { api_key: apiKey, to: to.slice(1), from: sender, sms: text, type: 'plain', channel: 'dnd' }
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const reply = Reply.safeParse(
        await callProvider(`${apiUrl}/api/sms/send`, { headers, body: JSON.stringify(body) }),
      )
      if (!reply.success) throw new Error('the SMS provider replied without a message id')
      return { messageId: String(reply.data.message_id) }
    },
    readReport: ({ headers, body }) => (isSigned(secretKey, { headers, body }) ? parseReport(body) : undefined),
  }
}

/** Whether a report was signed with our key: HMAC-SHA512 of the bytes, in hex. */
function isSigned(secretKey: string, { headers, body }: ReportRequest): boolean {
  const signature = headers['x-termii-signature']
  const expected = createHmac('sha512', secretKey).update(body).digest('hex')
  return typeof signature === 'string' && isSameSecret(signature.toLowerCase(), expected)
}

function parseReport(body: Buffer): DeliveryReport | null {
  const report = Report.safeParse(parseJson(body.toString('utf8')))
  const status = report.data?.status.trim() ?? ''
  const [, state] = finalStates.find(([pattern]) => pattern.test(status)) ?? []
  if (!report.success || !state) return null
  const reason = state === 'failed' ? status.slice(0, 100) : null
  return { messageId: String(report.data.message_id), state, reason }
}
