// Sends text messages by Africa's Talking (https://developers.africastalking.com/docs/sms/sending/bulk), whose delivery reports are
// described at https://developers.africastalking.com/docs/sms/notifications.
import { z } from 'zod'
import { callProvider } from './call-provider.ts'
import type { AfricasTalkingSettings } from './settings.ts'
import { SmsRefusedError, type DeliveryReport, type SmsProvider } from './sms-provider.ts'

const Reply = z.object({
  SMSMessageData: z.object({
    Recipients: z.array(z.object({ statusCode: z.number(), status: z.string(), messageId: z.string() })).min(1),
  }),
})

/** 100 processed, 101 sent, 102 queued. */
const ACCEPTED_MAX = 102
/**
 * What is wrong with the number: unknown (403, 404), blocked (406), not routable (407), do-not-disturb (409). All other codes are about
 * our account or the gateway, so a later attempt may succeed.
 */
const refusals: ReadonlySet<number> = new Set([403, 404, 406, 407, 409])

/** The final states of a message; others, such as Sent and Buffered, say that it is under way. */
const finalStates: Readonly<Record<string, DeliveryReport['state']>> = {
  Success: 'delivered',
  Rejected: 'failed',
  Failed: 'failed',
  AbsentSubscriber: 'failed',
  Expired: 'failed',
}

/** Creates the client. The provider's reports are not signed: their URL has a secret, which the route checks. */
export function createAfricasTalking({ apiUrl, username, apiKey, sender }: AfricasTalkingSettings): SmsProvider {
  return {
    name: 'africas-talking',
    async send({ to, text }) {
      const form = { username, to, message: text, enqueue: '1', ...(sender && { from: sender }) }
      const headers = { apiKey, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams(form).toString()
      const reply = Reply.safeParse(await callProvider(`${apiUrl}/version1/messaging`, { headers, body }))
      const recipient = reply.data?.SMSMessageData.Recipients[0]
      if (!recipient) throw new Error('the SMS provider replied without a recipient')
      const { statusCode, status, messageId } = recipient
      if (statusCode <= ACCEPTED_MAX) return { messageId }
      if (refusals.has(statusCode)) throw new SmsRefusedError(`${statusCode} ${status}`)
      throw new Error(`the SMS provider replied ${statusCode}`)
    },
    readReport({ body }) {
      const report = new URLSearchParams(body.toString('utf8'))
      const [messageId, status] = [report.get('id'), report.get('status')]
      const state = finalStates[status ?? '']
      if (!messageId || !status || !state) return null
      return { messageId, state, reason: state === 'failed' ? (report.get('failureReason') ?? status) : null }
    },
  }
}
