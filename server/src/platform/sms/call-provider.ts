import { readUpTo } from '../http/read-up-to.ts'
import { SmsRefusedError } from './sms-provider.ts'

/** Statuses about our account or the load, which say nothing about the message: a later attempt may succeed. */
const temporaryStatuses = new Set([401, 402, 403, 408, 425, 429])

const TIMEOUT_MS = 10_000
const MAX_REPLY_BYTES = 64 * 1_024

/**
 * Makes one call to a provider, and parses its JSON reply.
 * @throws SmsRefusedError if a later attempt would be refused too. Any other error may be temporary: the job
 * tries again, and if only the reply was lost, the person gets the message twice. Errors never contain keys.
 */
export async function callProvider(
  url: string,
  init: { headers: Record<string, string>; body: string },
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new Error('the SMS provider did not reply', { cause })
  })
  const text = await readUpTo(response, MAX_REPLY_BYTES)
  const { status } = response
  if (status >= 400 && status < 500 && !temporaryStatuses.has(status))
    throw new SmsRefusedError(`the SMS provider refused with ${status}`)
  if (!response.ok) throw new Error(`the SMS provider replied ${status}`)
  return parseJson(text)
}

/** Parses JSON; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
