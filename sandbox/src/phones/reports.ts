// The delivery reports that the companies send, each in its own format.
import { createHmac } from 'node:crypto'
import type { TextMessage } from './store.ts'

export type Report = {
  /** What follows the URL that reports go to: the company, and the secret if its reports are not signed. */
  path: string
  headers: Record<string, string>
  body: string
}

/** Delivers a report; returns the status of the reply, or 0 without one. */
export type ReportTarget = (report: Report) => Promise<number>

type Keys = { termiiSecret: string; reportSecret: string }

/** Writes the report about a message that was delivered or failed. */
export function writeReport(message: TextMessage, { termiiSecret, reportSecret }: Keys): Report {
  return message.company === 'termii' ? writeTermii(message, termiiSecret) : writeAfricasTalking(message, reportSecret)
}

/** https://developers.termii.com/events-and-reports */
function writeTermii({ id, to, from, at, state }: TextMessage, secret: string): Report {
  const body = JSON.stringify({
    type: 'outbound',
    id: `report-${id}`,
    message_id: id,
    receiver: to.slice(1),
    sender: from,
    sent_at: at,
    cost: '4.00',
    status: state === 'failed' ? 'Message Failed' : 'DELIVERED',
    channel: 'dnd',
  })
  const signature = createHmac('sha512', secret).update(body).digest('hex')
  return { path: '/termii', headers: { 'content-type': 'application/json', 'x-termii-signature': signature }, body }
}

/** https://developers.africastalking.com/docs/sms/notifications */
function writeAfricasTalking({ id, to, state }: TextMessage, secret: string): Report {
  const form = {
    id,
    status: state === 'failed' ? 'Failed' : 'Success',
    phoneNumber: to,
    networkCode: '62130',
    retryCount: '0',
  }
  const failure = state === 'failed' ? { failureReason: 'UserDoesNotExist' } : {}
  return {
    path: `/africas-talking?${new URLSearchParams({ secret }).toString()}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, ...failure }).toString(),
  }
}

const TIMEOUT_MS = 5_000

/** Returns the target that posts reports to a URL. */
export function postTo(url: string): ReportTarget {
  return async ({ path, headers, body }) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url + path, { method: 'POST', headers, body, signal }).catch(() => undefined)
    await response?.body?.cancel()
    return response?.status ?? 0
  }
}
