// Reads what the product sends to the companies, and answers in their words.
import type { IncomingHttpHeaders } from 'node:http'
import { isRecord, readJson } from '../json.ts'
import type { Company, TextMessage } from './store.ts'

export type Keys = { apiKey: string; username: string }

type Read = { message: Pick<TextMessage, 'to' | 'from' | 'text' | 'company'> } | { status: number; body: unknown }

type Request = { url: string; headers: IncomingHttpHeaders; body: string; keys: Keys }

const NIGERIAN = /^\+\d{10,15}$/

/** Reads a call of either company's API. */
export function readRequest(request: Request): Read {
  if (request.url === '/api/sms/send') return readTermii(request)
  if (request.url === '/version1/messaging') return readAfricasTalking(request)
  return { status: 404, body: { message: 'Not found' } }
}

/** https://developers.termii.com/messaging-api */
function readTermii({ body, keys }: Request): Read {
  const sent = readJson(body)
  if (!isRecord(sent)) return { status: 400, body: { message: 'The body is not JSON' } }
  const { api_key: apiKey, to, from, sms, type, channel } = sent
  if (apiKey !== keys.apiKey) return { status: 401, body: { message: 'Invalid API key' } }
  if (typeof to !== 'string' || !/^\d{10,15}$/.test(to))
    return { status: 400, body: { message: 'Invalid phone number' } }
  if (typeof from !== 'string' || from.length < 3 || from.length > 11)
    return { status: 404, body: { message: 'ApplicationSenderId not found for applicationId' } }
  if (typeof sms !== 'string' || sms === '' || type !== 'plain' || channel !== 'dnd')
    return { status: 422, body: { message: 'The given data was invalid.' } }
  return { message: { to: `+${to}`, from, text: sms, company: 'termii' } }
}

/** https://developers.africastalking.com/docs/sms/sending/bulk */
function readAfricasTalking({ headers, body, keys }: Request): Read {
  const form = new URLSearchParams(body)
  if (headers['apikey'] !== keys.apiKey || form.get('username') !== keys.username)
    return { status: 401, body: 'The supplied authentication is invalid' }
  const [to, text] = [form.get('to') ?? '', form.get('message') ?? '']
  if (text === '') return { status: 400, body: "Request is missing required form field 'message'" }
  if (!NIGERIAN.test(to)) return answerAfricasTalking({ statusCode: 403, status: 'InvalidPhoneNumber', to })
  return { message: { to, from: form.get('from') ?? 'AFRICASTKNG', text, company: 'africas-talking' } }
}

function answerAfricasTalking({
  statusCode,
  status,
  to,
  id = 'None',
}: {
  statusCode: number
  status: string
  to: string
  id?: string
}) {
  const sent = statusCode === 101 ? 1 : 0
  const Recipients = [{ statusCode, number: to, status, cost: sent ? 'NGN 2.2000' : '0', messageId: id }]
  return { status: 201, body: { SMSMessageData: { Message: `Sent to ${sent}/1`, Recipients } } }
}

/** The company's answer to a message that it accepts. */
export function answerAccepted({ company, id, to }: TextMessage): { status: number; body: unknown } {
  if (company === 'africas-talking') return answerAfricasTalking({ statusCode: 101, status: 'Success', to, id })
  return { status: 200, body: { message_id: id, message: 'Successfully Sent', balance: 1_047.57, user: 'Baobab' } }
}

/** The company's answer to a message that it refuses for good. */
export function answerRefused(company: Company, to: string): { status: number; body: unknown } {
  if (company === 'africas-talking') return answerAfricasTalking({ statusCode: 406, status: 'UserInBlacklist', to })
  return { status: 400, body: { message: 'Country Inactive. Contact Administrator to activate country.' } }
}
