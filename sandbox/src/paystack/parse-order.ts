import { randomInt } from 'node:crypto'
import type { Json } from '../json.ts'
import type { Order } from './transaction.ts'

const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]+$/
const REFERENCE = /^[A-Za-z0-9.=-]{1,100}$/
const CURRENCIES = new Set(['NGN', 'GHS', 'USD', 'ZAR', 'KES', 'XOF'])
const CHANNELS = new Set(['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer', 'apple_pay'])
const LARGEST = 100_000_000_000

/** Parses the input of initialize. A returned string is the reason for a refusal. */
export function readOrder(body: Json): Order | string {
  const { email, amount: given, currency = 'NGN', channels, metadata } = body
  if (typeof email !== 'string' || email.length > 254 || !EMAIL.test(email)) return 'Invalid Email Address Passed'
  const amount = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0 || amount > LARGEST)
    return 'Invalid Amount Sent'
  if (typeof currency !== 'string' || !CURRENCIES.has(currency)) return 'Currency not supported by merchant'
  const reference = body['reference'] ?? `T${randomInt(1e9, 1e10)}`
  if (typeof reference !== 'string' || !REFERENCE.test(reference)) return 'Invalid Transaction Reference Passed'
  if (channels !== undefined && !isChannels(channels)) return 'Invalid Channels Passed'
  const callbackUrl = body['callback_url'] ?? null
  if (callbackUrl !== null && !isWebAddress(callbackUrl)) return 'Invalid Callback Url Passed'
  return { email, amount, currency, reference, callbackUrl, metadata: metadata ?? '' }
}

function isChannels(value: unknown): boolean {
  return Array.isArray(value) && value.every((channel) => typeof channel === 'string' && CHANNELS.has(channel))
}

/** Only these schemes are allowed: a `javascript:` URL would run on our page. */
export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}
